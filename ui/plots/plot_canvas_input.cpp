// Mouse and keys of the plot.
#include "ui/plots/plot_canvas.h"

#include <cmath>

namespace unlit::ui {

namespace {

constexpr double kNotchFactor = 1.25;
constexpr double kKeyPan = 0.1;
constexpr double kNotchAngle = 120; // eighths of a degree
constexpr int kClickSlackPx = 4;

} // namespace

void PlotCanvas::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    const bool isBox =
        event->button() == Qt::RightButton ||
        (event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier));
    if (!isBox && event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    m_drag = isBox ? Drag::Box : Drag::Pan;
    m_dragFrom = m_dragLast = event->position();
    m_hasDragged = false;
}

void PlotCanvas::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    if (m_drag == Drag::None) {
        if (plotArea().contains(at.toPoint()))
            emit hovered(at);
        else
            emit hovered({});
        return;
    }
    m_hasDragged = m_hasDragged || (at - m_dragFrom).manhattanLength() > kClickSlackPx;
    if (!m_hasDragged)
        return;
    if (m_drag == Drag::Box) {
        emit boxDragged(QRectF(m_dragFrom, at).normalized().intersected(plotArea()));
        return;
    }
    const QPointF moved = at - m_dragLast;
    m_dragLast = at;
    panBy(-moved.x() / plotArea().width(), moved.y() / plotArea().height());
}

void PlotCanvas::mouseReleaseEvent(QMouseEvent* event) {
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (drag == Drag::Box) {
        const QRectF box =
            QRectF(m_dragFrom, event->position()).normalized().intersected(plotArea());
        emit boxDragged({});
        if (m_hasDragged && box.width() > kClickSlackPx && box.height() > kClickSlackPx)
            zoomToBox(box);
    } else if (drag == Drag::Pan && !m_hasDragged && plotArea().contains(event->pos())) {
        emit clicked(xAtPixel(event->position().x()));
    }
}

void PlotCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        fit();
}

void PlotCanvas::wheelEvent(QWheelEvent* event) {
    const double notches = event->angleDelta().y() / kNotchAngle;
    if (notches == 0)
        return;
    const double factor = std::pow(kNotchFactor, notches);
    const QPointF at = event->position();
    const bool isOverY = at.x() < plotArea().left();
    const bool isOverX = at.y() > plotArea().bottom();
    const bool onlyX = isOverX || event->modifiers().testFlag(Qt::ShiftModifier);
    const bool onlyY = isOverY || event->modifiers().testFlag(Qt::ControlModifier);
    zoomBy(onlyY && !onlyX ? 1 : factor, onlyX ? 1 : factor, placeOf(at));
    event->accept();
}

void PlotCanvas::leaveEvent(QEvent* event) {
    emit hovered({});
    QCustomPlot::leaveEvent(event);
}

void PlotCanvas::keyPressEvent(QKeyEvent* event) {
    const QPointF middle(0.5, 0.5);
    switch (event->key()) {
    case Qt::Key_Left:
        return panBy(-kKeyPan, 0);
    case Qt::Key_Right:
        return panBy(kKeyPan, 0);
    case Qt::Key_Up:
        return panBy(0, kKeyPan);
    case Qt::Key_Down:
        return panBy(0, -kKeyPan);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomBy(kNotchFactor, kNotchFactor, middle);
    case Qt::Key_Minus:
        return zoomBy(1 / kNotchFactor, 1 / kNotchFactor, middle);
    case Qt::Key_F:
    case Qt::Key_Home:
        return fit();
    case Qt::Key_Escape:
        if (m_drag == Drag::Box) {
            m_drag = Drag::None;
            emit boxDragged({});
            return;
        }
        break;
    default:
        break;
    }
    QCustomPlot::keyPressEvent(event);
}

void PlotCanvas::resizeEvent(QResizeEvent* event) {
    QCustomPlot::resizeEvent(event); // replots with the new margins
    if (m_isFitted)
        showEverything();
    else
        applyRanges(xRange(), yRange());
}

} // namespace unlit::ui
