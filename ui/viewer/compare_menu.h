// What the layer on show is compared with, for the mouse: every layer, where keys reach nine.
#pragma once

class QMenu;

namespace unlit::ui {

class Viewer;

/// Adds a sub-menu of the viewer's layers to `menu`, the one that is compared with ticked; nothing
/// where there are fewer than two. `viewer` must outlive the menu.
void addCompareMenu(QMenu& menu, Viewer& viewer);

} // namespace unlit::ui
