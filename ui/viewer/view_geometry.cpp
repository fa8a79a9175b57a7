#include "ui/viewer/view_geometry.h"

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr double kFitMarginPx = 28.0;

} // namespace

void ViewGeometry::setPictureSize(const QSizeF& size) {
    if (size == m_picture)
        return;
    m_picture = size;
    fit();
}

void ViewGeometry::setViewSize(const QSizeF& size) {
    if (size == m_view)
        return;
    const QPointF middle = toPicture(QPointF(m_view.width() / 2, m_view.height() / 2));
    m_view = size;
    if (m_isFitted) {
        fit();
        return;
    }
    m_origin = QPointF(size.width() / 2, size.height() / 2) - middle * m_scale;
    keepInReach();
}

double ViewGeometry::fittingScale() const {
    if (m_picture.isEmpty() || m_view.isEmpty())
        return 1.0;
    const double width = std::max(16.0, m_view.width() - 2 * kFitMarginPx);
    const double height = std::max(16.0, m_view.height() - 2 * kFitMarginPx);
    return std::min({width / m_picture.width(), height / m_picture.height(), kMaxScale});
}

void ViewGeometry::fit() {
    m_scale = fittingScale();
    m_isFitted = true;
    m_origin = QPointF(std::round((m_view.width() - m_picture.width() * m_scale) / 2),
                       std::round((m_view.height() - m_picture.height() * m_scale) / 2));
}

void ViewGeometry::zoomAt(const QPointF& anchor, double factor) {
    setScaleAt(anchor, m_scale * factor);
}

void ViewGeometry::setScaleAt(const QPointF& anchor, double scale) {
    const QPointF kept = toPicture(anchor);
    m_scale = std::clamp(scale, std::min(fittingScale() / 2, 1.0), kMaxScale);
    m_origin = anchor - kept * m_scale;
    m_isFitted = false;
    keepInReach();
}

void ViewGeometry::panBy(const QPointF& delta) {
    m_origin += delta;
    m_isFitted = false;
    keepInReach();
}

void ViewGeometry::keepInReach() {
    // Some of the picture always stays in the view, so that it cannot be lost.
    const double keepX = std::min(m_view.width(), m_picture.width() * m_scale) / 4;
    const double keepY = std::min(m_view.height(), m_picture.height() * m_scale) / 4;
    m_origin.setX(
        std::clamp(m_origin.x(), keepX - m_picture.width() * m_scale,
                   std::max(keepX - m_picture.width() * m_scale, m_view.width() - keepX)));
    m_origin.setY(
        std::clamp(m_origin.y(), keepY - m_picture.height() * m_scale,
                   std::max(keepY - m_picture.height() * m_scale, m_view.height() - keepY)));
}

QRectF ViewGeometry::pictureRect() const {
    return {m_origin, m_picture * m_scale};
}

QRectF ViewGeometry::visibleRect() const {
    return pictureRect().intersected(QRectF(QPointF(0, 0), m_view));
}

QPointF ViewGeometry::toPicture(const QPointF& viewPoint) const {
    return (viewPoint - m_origin) / m_scale;
}

QPointF ViewGeometry::toView(const QPointF& picturePoint) const {
    return m_origin + picturePoint * m_scale;
}

void ViewGeometry::setPlace(const ViewPlace& place) {
    if (place.isFitted) {
        fit();
        return;
    }
    m_isFitted = false;
    m_scale = place.scale;
    const QPointF middle(place.center.x() * m_picture.width(),
                         place.center.y() * m_picture.height());
    m_origin = QPointF(m_view.width() / 2, m_view.height() / 2) - middle * m_scale;
    keepInReach();
}

ViewPlace ViewGeometry::place() const {
    const QPointF middle = toPicture(QPointF(m_view.width() / 2, m_view.height() / 2));
    if (m_picture.isEmpty())
        return {};
    return {QPointF(middle.x() / m_picture.width(), middle.y() / m_picture.height()), m_scale,
            m_isFitted};
}

} // namespace unlit::ui
