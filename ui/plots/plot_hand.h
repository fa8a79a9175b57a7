// What mouse and keys do to a plot.
#pragma once

#include <QObject>
#include <QPointF>
#include <QRectF>

#include <optional>

class QKeyEvent;
class QMouseEvent;
class QWheelEvent;

namespace unlit::ui {

class PlotCanvas;

/// Sees the canvas' events before it does. Wheel: zoom at the pointer, over an axis that axis
/// alone. Drag: pan; with Shift or the right button: a box to zoom to. Double click, F or Home:
/// everything. Arrows pan, + and - zoom. GUI thread; a child of the canvas.
class PlotHand : public QObject {
    Q_OBJECT

public:
    explicit PlotHand(PlotCanvas& canvas);

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    /// nullopt when the pointer has left.
    void hovered(const std::optional<QPointF>& place);
    void boxDragged(const QRectF& box); ///< empty = none any more
    void clicked(double x);

private:
    enum class Drag { None, Pan, Box };

    void press(const QMouseEvent& event);
    void move(const QPointF& at);
    void release(const QMouseEvent& event);
    void turn(QWheelEvent& event);
    bool key(const QKeyEvent& event);
    QRectF boxTo(const QPointF& at) const;
    QPointF placeOf(const QPointF& pixel) const;
    void zoomToBox(const QRectF& box);

    PlotCanvas& m_canvas;
    Drag m_drag = Drag::None;
    QPointF m_dragFrom;
    QPointF m_dragLast;
    bool m_hasDragged = false;
};

} // namespace unlit::ui
