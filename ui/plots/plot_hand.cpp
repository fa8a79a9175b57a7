#include "ui/plots/plot_hand.h"

#include "ui/plots/plot_canvas.h"

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr double kNotchFactor = 1.25;
constexpr double kKeyPan = 0.1;
constexpr double kNotchAngle = 120; // eighths of a degree
constexpr int kClickSlackPx = 4;

} // namespace

PlotHand::PlotHand(PlotCanvas& canvas) : QObject(&canvas), m_canvas(canvas) {
    canvas.installEventFilter(this);
}

/// What is taken here does not reach QCustomPlot, which has other ideas of a mouse.
bool PlotHand::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        press(*static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::MouseMove:
        move(static_cast<QMouseEvent*>(event)->position());
        return true;
    case QEvent::MouseButtonRelease:
        release(*static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::MouseButtonDblClick:
        if (static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton)
            m_canvas.fit();
        return true;
    case QEvent::Wheel:
        turn(*static_cast<QWheelEvent*>(event));
        return true;
    case QEvent::Leave:
        emit hovered({});
        return false;
    case QEvent::KeyPress:
        return key(*static_cast<QKeyEvent*>(event));
    default:
        return QObject::eventFilter(watched, event);
    }
}

void PlotHand::press(const QMouseEvent& event) {
    m_canvas.setFocus(Qt::MouseFocusReason);
    const bool isBox =
        event.button() == Qt::RightButton ||
        (event.button() == Qt::LeftButton && event.modifiers().testFlag(Qt::ShiftModifier));
    if (!isBox && event.button() != Qt::LeftButton && event.button() != Qt::MiddleButton)
        return;
    m_drag = isBox ? Drag::Box : Drag::Pan;
    m_dragFrom = m_dragLast = event.position();
    m_hasDragged = false;
}

void PlotHand::move(const QPointF& at) {
    const QRect area = m_canvas.plotArea();
    if (m_drag == Drag::None) {
        emit hovered(area.contains(at.toPoint()) ? std::optional(at) : std::nullopt);
        return;
    }
    m_hasDragged = m_hasDragged || (at - m_dragFrom).manhattanLength() > kClickSlackPx;
    if (!m_hasDragged)
        return;
    if (m_drag == Drag::Box) {
        emit boxDragged(boxTo(at));
        return;
    }
    const QPointF moved = at - m_dragLast;
    m_dragLast = at;
    m_canvas.panBy(-moved.x() / area.width(), moved.y() / area.height());
}

void PlotHand::release(const QMouseEvent& event) {
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (drag == Drag::Box) {
        const QRectF box = boxTo(event.position());
        emit boxDragged({});
        if (m_hasDragged && box.width() > kClickSlackPx && box.height() > kClickSlackPx)
            zoomToBox(box);
    } else if (drag == Drag::Pan && !m_hasDragged && m_canvas.plotArea().contains(event.pos())) {
        emit clicked(m_canvas.xAtPixel(event.position().x()));
    }
}

void PlotHand::turn(QWheelEvent& event) {
    const double notches = event.angleDelta().y() / kNotchAngle;
    if (notches == 0)
        return;
    const double factor = std::pow(kNotchFactor, notches);
    const QPointF at = event.position();
    const bool isOverY = at.x() < m_canvas.plotArea().left();
    const bool isOverX = at.y() > m_canvas.plotArea().bottom();
    const bool onlyX = isOverX || event.modifiers().testFlag(Qt::ShiftModifier);
    const bool onlyY = isOverY || event.modifiers().testFlag(Qt::ControlModifier);
    m_canvas.zoomBy(onlyY && !onlyX ? 1 : factor, onlyX ? 1 : factor, placeOf(at));
    event.accept();
}

/// Whether it is one of the plot's.
bool PlotHand::key(const QKeyEvent& event) {
    const QPointF middle(0.5, 0.5);
    switch (event.key()) {
    case Qt::Key_Left:
        m_canvas.panBy(-kKeyPan, 0);
        return true;
    case Qt::Key_Right:
        m_canvas.panBy(kKeyPan, 0);
        return true;
    case Qt::Key_Up:
        m_canvas.panBy(0, kKeyPan);
        return true;
    case Qt::Key_Down:
        m_canvas.panBy(0, -kKeyPan);
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        m_canvas.zoomBy(kNotchFactor, kNotchFactor, middle);
        return true;
    case Qt::Key_Minus:
        m_canvas.zoomBy(1 / kNotchFactor, 1 / kNotchFactor, middle);
        return true;
    case Qt::Key_F:
    case Qt::Key_Home:
        m_canvas.fit();
        return true;
    case Qt::Key_Escape:
        if (m_drag != Drag::Box)
            return false;
        m_drag = Drag::None;
        emit boxDragged({});
        return true;
    default:
        return false;
    }
}

QRectF PlotHand::boxTo(const QPointF& at) const {
    return QRectF(m_dragFrom, at).normalized().intersected(m_canvas.plotArea());
}

/// 0..1 from the left and from below.
QPointF PlotHand::placeOf(const QPointF& pixel) const {
    const QRectF area = m_canvas.plotArea();
    return {std::clamp((pixel.x() - area.left()) / area.width(), 0.0, 1.0),
            std::clamp((area.bottom() - pixel.y()) / area.height(), 0.0, 1.0)};
}

void PlotHand::zoomToBox(const QRectF& box) {
    const bool isLogarithmic = m_canvas.isLogarithmic();
    const PlotRange rangeX = m_canvas.xRange(), rangeY = m_canvas.yRange();
    const QPointF from = placeOf(box.bottomLeft());
    const QPointF to = placeOf(box.topRight());
    const PlotRange x = {valueAt(rangeX, from.x(), false), valueAt(rangeX, to.x(), false)};
    const PlotRange y = {valueAt(rangeY, from.y(), isLogarithmic),
                         valueAt(rangeY, to.y(), isLogarithmic)};
    m_canvas.setRanges(widened(x, 0, false), widened(y, 0, isLogarithmic));
}

} // namespace unlit::ui
