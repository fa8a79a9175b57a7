#include "ui/widgets/page_action.h"

namespace unlit::ui {

QAction* addPageAction(QWidget& page, const QString& text, const QKeySequence& key,
                       const std::function<void()>& act) {
    auto* action = new QAction(text, &page);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WindowShortcut);
    QObject::connect(action, &QAction::triggered, &page, act);
    page.addAction(action);
    return action;
}

} // namespace unlit::ui
