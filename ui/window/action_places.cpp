#include "ui/window/action_places.h"

#include "ui/viewer/viewer.h"

#include <algorithm>
#include <iterator>

namespace unlit::ui {

namespace {

bool hasKeyOf(const QAction& action, const QList<QKeySequence>& keys) {
    return std::ranges::any_of(action.shortcuts(),
                               [&](const QKeySequence& key) { return keys.contains(key); });
}

} // namespace

MenuPlace menuPlaceOf(const QAction& action) {
    static const QList<QKeySequence> kFile = {
        Qt::CTRL | Qt::Key_N, Qt::CTRL | Qt::Key_O, Qt::CTRL | Qt::SHIFT | Qt::Key_O,
        Qt::CTRL | Qt::Key_S, Qt::CTRL | Qt::SHIFT | Qt::Key_S};
    static const QList<QKeySequence> kEdit = {
        Qt::CTRL | Qt::Key_Z, Qt::CTRL | Qt::SHIFT | Qt::Key_Z,
        Qt::CTRL | Qt::Key_C, Qt::CTRL | Qt::SHIFT | Qt::Key_C,
        Qt::CTRL | Qt::Key_V, Qt::CTRL | Qt::Key_F,
        Qt::Key_Delete};
    if (qobject_cast<const Viewer*>(action.parent()) != nullptr)
        return MenuPlace::Picture;
    if (hasKeyOf(action, kFile))
        return MenuPlace::File;
    return hasKeyOf(action, kEdit) ? MenuPlace::Edit : MenuPlace::Page;
}

QList<QAction*> placedIn(const QList<QAction*>& actions, MenuPlace place) {
    QList<QAction*> found;
    std::ranges::copy_if(actions, std::back_inserter(found),
                         [place](const QAction* action) { return menuPlaceOf(*action) == place; });
    return found;
}

} // namespace unlit::ui
