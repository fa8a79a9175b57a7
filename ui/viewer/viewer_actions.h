// The viewer's verbs as actions: menus and the command palette list them.
#pragma once

#include "ui/viewer/viewer_action_table.h"

class QAction;

namespace unlit::ui {

class Viewer;

/// Actions of a viewer, parented to and added to it. Numbered ones are hidden until the viewer has
/// such a layer.
QList<QAction*> makeViewerActions(Viewer& viewer);

/// The number, from 0, of a numbered action for layers; -1 for others.
int layerNumber(const QAction& action);

} // namespace unlit::ui
