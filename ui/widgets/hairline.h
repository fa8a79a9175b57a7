// A thin line across a column, between its parts.
#pragma once

class QFrame;
class QWidget;

namespace unlit::ui {

/// Owned by `parent`.
QFrame* makeHairline(QWidget* parent);

} // namespace unlit::ui
