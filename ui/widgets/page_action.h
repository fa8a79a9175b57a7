// What can be done on a page: an action with words and a key.
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QWidget>

#include <functional>

namespace unlit::ui {

/// An action of `page` (which owns it) whose key works in its whole window while the page is on
/// show.
QAction* addPageAction(QWidget& page, const QString& text, const QKeySequence& key,
                       const std::function<void()>& act);

} // namespace unlit::ui
