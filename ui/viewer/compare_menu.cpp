#include "ui/viewer/compare_menu.h"

#include "ui/viewer/viewer.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>

namespace unlit::ui {

void addCompareMenu(QMenu& menu, Viewer& viewer) {
    const std::vector<ViewerLayer>& layers = viewer.layers();
    if (layers.size() < 2)
        return;
    QMenu* choices = menu.addMenu(QCoreApplication::translate("CompareMenu", "Compare with"));
    auto* group = new QActionGroup(choices);
    for (int i = 0; i < static_cast<int>(layers.size()); ++i) {
        QAction* choice = choices->addAction(layers[static_cast<std::size_t>(i)].name, choices,
                                             [&viewer, i] { viewer.compareWith(i); });
        choice->setCheckable(true);
        choice->setChecked(i == viewer.baseLayer());
        group->addAction(choice);
    }
}

} // namespace unlit::ui
