// The small cross that takes a message away.
#pragma once

class QToolButton;
class QWidget;

namespace unlit::ui {

/// A button in `message` that hides it; owned by it. GUI thread.
QToolButton* makeDismissButton(QWidget& message);

} // namespace unlit::ui
