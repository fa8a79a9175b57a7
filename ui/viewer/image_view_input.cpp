// What mouse and keys do in the view.
#include "ui/viewer/image_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace unlit::ui {

namespace {

constexpr double kWheelStep = 1.2;   // per notch of 120
constexpr double kWipeReachPx = 14;  // logical
constexpr double kPanKeyStepPx = 64; // logical
constexpr double kClickPx = 3;       // logical; less is no drag

} // namespace

QPointF ImageView::toPane(const QPointF& devicePoint) const {
    if (isSideBySide() && devicePoint.x() >= secondPaneX())
        return devicePoint - QPointF(secondPaneX(), 0);
    return devicePoint;
}

bool ImageView::isOnWipe(const QPointF& devicePoint) const {
    if (!isWiping())
        return false;
    const double reach = kWipeReachPx * devicePixelRatioF();
    return std::abs(wipeGeometry().distance(devicePoint)) <= reach &&
           m_geometry.visibleRect().adjusted(-reach, -reach, reach, reach).contains(devicePoint);
}

void ImageView::showCursorAt(const QPointF& devicePoint) {
    if (m_drag == Drag::Pan || m_isSpaceDown) {
        setCursor(m_drag == Drag::Pan ? Qt::ClosedHandCursor : Qt::OpenHandCursor);
        return;
    }
    if (m_drag == Drag::Region) {
        setCursor(Qt::CrossCursor);
        return;
    }
    if (!isOnWipe(devicePoint) || m_drag == Drag::Tool) {
        setCursor(m_tool != nullptr ? Qt::CrossCursor : Qt::ArrowCursor);
        return;
    }
    const double turn = std::abs(std::sin(m_state.wipe().angleDegrees * M_PI / 180));
    setCursor(turn < 0.4 ? Qt::SplitHCursor : turn > 0.9 ? Qt::SplitVCursor : Qt::SizeAllCursor);
}

void ImageView::wheelEvent(QWheelEvent* event) {
    const double notches = event->angleDelta().y() / 120.0;
    m_geometry.zoomAt(toPane(toDevice(event->position())), std::pow(kWheelStep, notches));
    geometryEdited();
    event->accept();
}

void ImageView::setTool(ViewTool* tool) {
    if (m_drag == Drag::Tool)
        m_drag = Drag::None;
    m_tool = tool;
    setCursor(tool != nullptr ? Qt::CrossCursor : Qt::ArrowCursor);
    emit hovered(std::nullopt); // what is told of a pixel would lie on what is drawn
    update();
}

bool ImageView::givesToTool(const QPointF& point, Qt::MouseButton button,
                            Qt::KeyboardModifiers keys) {
    const bool isForView = m_isSpaceDown || keys.testFlag(Qt::ShiftModifier) ||
                           keys.testFlag(Qt::ControlModifier) ||
                           (button == Qt::LeftButton && isOnWipe(point));
    if (m_tool == nullptr || isForView || m_drag == Drag::Tool ||
        (button != Qt::LeftButton && button != Qt::RightButton))
        return false;
    return m_tool->press(m_geometry.toPicture(toPane(point)), button, keys);
}

void ImageView::beginDrag(const QPointF& point, Qt::MouseButton button,
                          Qt::KeyboardModifiers keys) {
    m_dragFrom = point;
    if (givesToTool(point, button, keys)) {
        m_drag = Drag::Tool;
    } else if (button == Qt::MiddleButton || (button == Qt::LeftButton && m_isSpaceDown)) {
        m_drag = Drag::Pan;
        m_hasPannedBySpace = m_hasPannedBySpace || m_isSpaceDown;
    } else if (button != Qt::LeftButton) {
        return;
    } else if (keys.testFlag(Qt::ShiftModifier)) {
        m_drag = Drag::Region;
    } else if (keys.testFlag(Qt::ControlModifier) && isWiping()) {
        m_drag = Drag::Turn;
        m_turnAround = wipeGeometry().handle();
    } else {
        m_drag = isOnWipe(point) ? Drag::Wipe : Drag::Pan;
    }
}

void ImageView::mousePressEvent(QMouseEvent* event) {
    const QPointF point = toDevice(event->position());
    beginDrag(point, event->button(), event->modifiers());
    showCursorAt(point);
    updateAroundWipe();
}

void ImageView::continueDrag(const QPointF& point) {
    switch (m_drag) {
    case Drag::None:
    case Drag::Tool: // hears of all moves
        return;
    case Drag::Wipe:
        m_state.setWipe(wipeGeometry().movedTo(point));
        return;
    case Drag::Turn:
        m_state.setWipe(wipeGeometry().turnedTo(m_turnAround, point));
        return;
    case Drag::Region:
        setRegion(regionBetween(toPane(m_dragFrom), toPane(point)));
        return;
    case Drag::Pan:
        m_geometry.panBy(point - m_dragFrom);
        m_dragFrom = point;
        geometryEdited();
        return;
    }
}

void ImageView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF point = toDevice(event->position());
    continueDrag(point);
    if (m_tool != nullptr && (m_drag == Drag::None || m_drag == Drag::Tool)) {
        m_tool->move(m_geometry.toPicture(toPane(point)));
        update();
    }
    showCursorAt(point);
    tellHovered(point);
}

void ImageView::mouseReleaseEvent(QMouseEvent* event) {
    const QPointF point = toDevice(event->position());
    if (m_drag == Drag::Region) { // a click takes the region away
        const QPointF way = point - m_dragFrom;
        if (std::max(std::abs(way.x()), std::abs(way.y())) < kClickPx * devicePixelRatioF())
            setRegion({});
    }
    const bool isOfTool = m_drag == Drag::Tool && m_tool != nullptr;
    m_drag = Drag::None;
    if (isOfTool) {
        m_tool->release(m_geometry.toPicture(toPane(point)));
        update();
    }
    showCursorAt(point);
    updateAroundWipe();
}

void ImageView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (m_tool != nullptr) { // two clicks are two clicks
        mousePressEvent(event);
        return;
    }
    if (event->button() != Qt::LeftButton)
        return;
    if (m_geometry.isFitted()) {
        m_geometry.setScaleAt(toPane(toDevice(event->position())), 1.0);
        geometryEdited();
    } else {
        fit();
    }
}

QRect ImageView::regionBetween(const QPointF& from, const QPointF& to) const {
    const QSizeF picture = m_geometry.pictureSize();
    const auto pixelAt = [&](const QPointF& place) {
        const QPointF inside = m_geometry.toPicture(place);
        const double x = std::clamp(std::floor(inside.x()), 0.0, picture.width() - 1);
        const double y = std::clamp(std::floor(inside.y()), 0.0, picture.height() - 1);
        return QPoint(static_cast<int>(x), static_cast<int>(y));
    };
    const QPoint a = pixelAt(from);
    const QPoint b = pixelAt(to);
    return {QPoint(std::min(a.x(), b.x()), std::min(a.y(), b.y())),
            QPoint(std::max(a.x(), b.x()), std::max(a.y(), b.y()))};
}

void ImageView::tellHovered(const QPointF& devicePoint) {
    const QPointF place = m_geometry.toPicture(toPane(devicePoint));
    const bool isInside = QRectF(QPointF(0, 0), m_geometry.pictureSize()).contains(place) &&
                          !(m_first.isEmpty() && m_second.isEmpty()) && m_tool == nullptr;
    const QPoint pixel(static_cast<int>(std::floor(place.x())),
                       static_cast<int>(std::floor(place.y())));
    emit hovered(isInside ? std::optional(pixel) : std::nullopt);
}

void ImageView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    if (m_tool != nullptr) {
        m_tool->leave();
        update();
    }
    emit hovered(std::nullopt);
}

void ImageView::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    m_isSpaceDown = false;
    m_showsBytes = false;
    update();
}

void ImageView::keyPressEvent(QKeyEvent* event) {
    constexpr auto both = Qt::ShiftModifier | Qt::ControlModifier;
    if ((event->modifiers() & both) == both && !m_showsBytes) {
        m_showsBytes = true;
        update();
    }
    if (event->key() == Qt::Key_Space) {
        m_hasPannedBySpace = m_hasPannedBySpace && event->isAutoRepeat();
        m_isSpaceDown = true;
        setCursor(Qt::OpenHandCursor);
        return;
    }
    const bool isPlain = (event->modifiers() & (both | Qt::AltModifier)) == Qt::NoModifier;
    const double step = kPanKeyStepPx;
    const bool isAcross = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    if (isPlain && isAcross && m_geometry.isFitted())
        QWidget::keyPressEvent(event); // there is nothing to move; pages may have a use for it
    else if (isPlain && event->key() == Qt::Key_Left)
        panBy({step, 0});
    else if (isPlain && event->key() == Qt::Key_Right)
        panBy({-step, 0});
    else if (isPlain && event->key() == Qt::Key_Up)
        panBy({0, step});
    else if (isPlain && event->key() == Qt::Key_Down)
        panBy({0, -step});
    else if (event->key() == Qt::Key_Escape && m_region)
        setRegion({});
    else
        QWidget::keyPressEvent(event);
}

void ImageView::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Shift || event->key() == Qt::Key_Control) {
        m_showsBytes = false;
        update();
    }
    if (event->key() != Qt::Key_Space || event->isAutoRepeat()) {
        QWidget::keyReleaseEvent(event);
        return;
    }
    // Else its press was somebody's shortcut.
    const bool isTap = std::exchange(m_isSpaceDown, false) && !m_hasPannedBySpace;
    setCursor(m_tool != nullptr ? Qt::CrossCursor : Qt::ArrowCursor);
    if (isTap) // a tap flips, holding and dragging pans
        m_state.flip();
    m_hasPannedBySpace = false;
}

} // namespace unlit::ui
