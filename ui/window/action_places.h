// Where an action of a page stands: by what its keys stand for.
#pragma once

#include <QAction>
#include <QList>

namespace unlit::ui {

enum class MenuPlace { File, Edit, Page, Picture };

MenuPlace menuPlaceOf(const QAction& action);
QList<QAction*> placedIn(const QList<QAction*>& actions, MenuPlace place);

} // namespace unlit::ui
