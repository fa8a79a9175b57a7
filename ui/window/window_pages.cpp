#include "ui/window/window_pages.h"

namespace unlit::ui {

QList<QAction*> WindowPages::actionsOf(StudioPage page) const {
    switch (page) {
    case StudioPage::Data:
        return data.pageActions();
    case StudioPage::Train:
        return train.pageActions();
    case StudioPage::Runs:
        return runs.pageActions();
    case StudioPage::Models:
        return models.pageActions();
    case StudioPage::Infer:
        break;
    }
    return infer.pageActions();
}

} // namespace unlit::ui
