#include "ui/viewer/compare_view.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <cmath>

namespace unlit::ui {

namespace {

constexpr double kWheelStep = 1.2;    // per notch of 120
constexpr double kWipeReachPx = 14;   // logical
constexpr double kWipeKeyStep = 0.02; // of the picture's width
constexpr double kPanKeyStepPx = 64;  // logical
constexpr double kSideGapPx = 2;      // logical

} // namespace

CompareView::CompareView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(240, 200);
    setAccessibleName(tr("Picture"));
    setAccessibleDescription(
        tr("Left and right move the wipe, arrows with Shift pan, plus and minus zoom"));
}

void CompareView::setLeft(std::shared_ptr<const MipImage> picture, const QString& name) {
    m_left.setPicture(std::move(picture));
    m_leftName = name;
    updateGeometryOfView();
}

void CompareView::setRight(std::shared_ptr<const MipImage> picture, const QString& name) {
    m_right.setPicture(std::move(picture));
    m_rightName = name;
    updateGeometryOfView();
}

void CompareView::setLeftStyle(const PictureStyle& style) {
    m_left.setStyle(style);
    viewChanged();
}

void CompareView::setRightStyle(const PictureStyle& style) {
    m_right.setStyle(style);
    viewChanged();
}

void CompareView::setMode(CompareMode mode) {
    m_mode = mode;
    updateGeometryOfView();
}

void CompareView::setWipe(double fraction) {
    m_wipe = std::clamp(fraction, 0.0, 1.0);
    update();
}

void CompareView::flip() {
    m_isFlipped = !m_isFlipped;
    update();
}

void CompareView::fit() {
    m_geometry.fit();
    viewChanged();
}

void CompareView::setScale(double scale) {
    const QSizeF view = m_geometry.viewSize();
    m_geometry.setScaleAt(QPointF(view.width() / 2, view.height() / 2), scale);
    viewChanged();
}

void CompareView::zoomBy(double factor) {
    setScale(m_geometry.scale() * factor);
}

void CompareView::updateGeometryOfView() {
    const PictureLayer& first = m_left.isEmpty() ? m_right : m_left;
    const QSizeF device = QSizeF(size()) * devicePixelRatioF();
    const double gap = kSideGapPx * devicePixelRatioF();
    m_geometry.setViewSize(
        isSideBySide() ? QSizeF(std::floor((device.width() - gap) / 2), device.height()) : device);
    if (!first.isEmpty())
        m_geometry.setPictureSize(QSizeF(first.mip()->levelSize(0)));
    viewChanged();
}

void CompareView::viewChanged() {
    m_isRendered = false;
    emit scaleChanged(m_geometry.scale(), m_geometry.isFitted());
    update();
}

QPointF CompareView::toDevice(const QPointF& point) const {
    return point * devicePixelRatioF();
}

QPointF CompareView::toPane(const QPointF& devicePoint) const {
    const double start = m_geometry.viewSize().width() + kSideGapPx * devicePixelRatioF();
    if (isSideBySide() && devicePoint.x() >= start)
        return devicePoint - QPointF(start, 0);
    return devicePoint;
}

bool CompareView::isOnWipe(const QPointF& devicePoint) const {
    const double reach = kWipeReachPx * devicePixelRatioF();
    return isWiping() && std::abs(devicePoint.x() - m_geometry.wipeX(m_wipe)) <= reach &&
           m_geometry.visibleRect().adjusted(-reach, 0, reach, 0).contains(devicePoint);
}

void CompareView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    updateGeometryOfView();
}

void CompareView::wheelEvent(QWheelEvent* event) {
    const double notches = event->angleDelta().y() / 120.0;
    m_geometry.zoomAt(toPane(toDevice(event->position())), std::pow(kWheelStep, notches));
    viewChanged();
    event->accept();
}

void CompareView::mousePressEvent(QMouseEvent* event) {
    const QPointF point = toDevice(event->position());
    m_dragFrom = point;
    if (event->button() == Qt::LeftButton && isOnWipe(point))
        m_drag = Drag::Wipe;
    else if (event->button() == Qt::LeftButton || event->button() == Qt::MiddleButton)
        m_drag = Drag::Pan;
    if (m_drag == Drag::Pan)
        setCursor(Qt::ClosedHandCursor);
}

void CompareView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF point = toDevice(event->position());
    if (m_drag == Drag::Wipe) {
        setWipe(m_geometry.wipeFraction(point.x()));
    } else if (m_drag == Drag::Pan) {
        m_geometry.panBy(point - m_dragFrom);
        m_dragFrom = point;
        viewChanged();
    } else {
        setCursor(isOnWipe(point) ? Qt::SplitHCursor : Qt::ArrowCursor);
    }
    const QPointF place = m_geometry.toPicture(toPane(point));
    const QPoint pixel(static_cast<int>(std::floor(place.x())),
                       static_cast<int>(std::floor(place.y())));
    const bool isInside = QRectF(QPointF(0, 0), m_geometry.pictureSize()).contains(place);
    emit hovered(isInside && !m_left.isEmpty() ? std::optional(pixel) : std::nullopt);
}

void CompareView::mouseReleaseEvent(QMouseEvent* event) {
    m_drag = Drag::None;
    setCursor(isOnWipe(toDevice(event->position())) ? Qt::SplitHCursor : Qt::ArrowCursor);
}

void CompareView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (m_geometry.isFitted()) {
        m_geometry.setScaleAt(toPane(toDevice(event->position())), 1.0);
        viewChanged();
    } else {
        fit();
    }
}

void CompareView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    emit hovered(std::nullopt);
}

void CompareView::keyPressEvent(QKeyEvent* event) {
    const bool pans = event->modifiers().testFlag(Qt::ShiftModifier) || !isWiping();
    const double step = kPanKeyStepPx * devicePixelRatioF();
    if (!pans && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)) {
        setWipe(m_wipe + (event->key() == Qt::Key_Left ? -kWipeKeyStep : kWipeKeyStep));
        return;
    }
    switch (event->key()) {
    case Qt::Key_Space:
        emit flipAsked();
        return;
    case Qt::Key_Left:
        m_geometry.panBy(QPointF(step, 0));
        break;
    case Qt::Key_Right:
        m_geometry.panBy(QPointF(-step, 0));
        break;
    case Qt::Key_Up:
        m_geometry.panBy(QPointF(0, step));
        break;
    case Qt::Key_Down:
        m_geometry.panBy(QPointF(0, -step));
        break;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    viewChanged();
}

bool CompareView::event(QEvent* event) {
    // The window has gone to a screen of another density.
    if (event->type() == QEvent::ScreenChangeInternal)
        updateGeometryOfView();
    return QWidget::event(event);
}

} // namespace unlit::ui
