// A plate on top of a picture that other panels are painted on.
#pragma once

#include <QPainter>
#include <QWidget>

namespace unlit::ui {

/// A translucent plate; dark in both themes, for it lies on pictures.
class OverlayPanel : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

protected:
    static constexpr int kPaddingPx = 10;

    /// Paints the plate; the text pen and value font are set.
    void paintPlate(QPainter& painter) const;
};

} // namespace unlit::ui
