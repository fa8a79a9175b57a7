#include "ui/viewer/wipe_line.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace unlit::ui {

namespace {

constexpr double kSnapDegrees = 2;

double radians(double degrees) {
    return degrees * std::numbers::pi / 180;
}

/// Exact at right angles, so that an upright line is really upright.
QPointF normalAt(double degrees) {
    const double quarter = degrees / 90;
    if (quarter == std::round(quarter)) {
        static constexpr std::array<std::array<int, 2>, 4> normals = {
            {{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
        const auto index = static_cast<std::size_t>((static_cast<int>(quarter) % 4 + 4) % 4);
        return {static_cast<double>(normals[index][0]), static_cast<double>(normals[index][1])};
    }
    return {std::cos(radians(degrees)), std::sin(radians(degrees))};
}

double normalized(double degrees) {
    const double turned = std::fmod(degrees + 180, 360);
    return turned < 0 ? turned + 180 : turned - 180;
}

struct Extent {
    double low;
    double high;
};

Extent extentAlong(const QRectF& rect, const QPointF& normal) {
    const std::array corners = {rect.topLeft(), rect.topRight(), rect.bottomLeft(),
                                rect.bottomRight()};
    Extent extent{QPointF::dotProduct(corners[0], normal), QPointF::dotProduct(corners[0], normal)};
    for (const QPointF& corner : corners) {
        const double place = QPointF::dotProduct(corner, normal);
        extent = {std::min(extent.low, place), std::max(extent.high, place)};
    }
    return extent;
}

/// Keeps the part of a convex polygon where `distance` is at most 0.
template <class Distance>
QPolygonF clipped(const QPolygonF& polygon, Distance distance) {
    QPolygonF kept;
    for (qsizetype i = 0; i < polygon.size(); ++i) {
        const QPointF from = polygon[i];
        const QPointF to = polygon[(i + 1) % polygon.size()];
        const double before = distance(from);
        const double after = distance(to);
        if (before <= 0)
            kept += from;
        if ((before < 0 && after > 0) || (before > 0 && after < 0))
            kept += from + (to - from) * (before / (before - after));
    }
    return kept;
}

/// The part inside `rect` of the line through `foot` in direction `along`; a point where there is
/// none.
QLineF chord(const QPointF& foot, const QPointF& along, const QRectF& rect) {
    double from = -std::numeric_limits<double>::infinity();
    double to = std::numeric_limits<double>::infinity();
    const auto narrow = [&](double start, double step, double low, double high) {
        if (std::abs(step) < 1e-9)
            return;
        from = std::max(from, std::min((low - start) / step, (high - start) / step));
        to = std::min(to, std::max((low - start) / step, (high - start) / step));
    };
    narrow(foot.x(), along.x(), rect.left(), rect.right());
    narrow(foot.y(), along.y(), rect.top(), rect.bottom());
    return from <= to ? QLineF(foot + along * from, foot + along * to) : QLineF(foot, foot);
}

QPolygonF cornersOf(const QRectF& rect) {
    return {{rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft()}};
}

} // namespace

WipeGeometry::WipeGeometry(const WipeLine& line, const QRectF& picture, const QRectF& seen)
    : m_line(line), m_picture(picture), m_seen(seen), m_normal(normalAt(line.angleDegrees)) {
    const Extent whole = extentAlong(picture, m_normal);
    const Extent visible = extentAlong(seen, m_normal);
    m_offset =
        std::clamp(whole.low + line.position * (whole.high - whole.low), visible.low, visible.high);
    const QPointF foot = seen.center() - m_normal * distance(seen.center());
    m_segment = chord(foot, QPointF(-m_normal.y(), m_normal.x()), seen);
}

double WipeGeometry::distance(const QPointF& point) const {
    return QPointF::dotProduct(point, m_normal) - m_offset;
}

QPolygonF WipeGeometry::side(bool isFirst) const {
    const double sign = isFirst ? 1 : -1;
    return clipped(cornersOf(m_seen), [&](const QPointF& point) { return sign * distance(point); });
}

WipeLine WipeGeometry::through(const QPointF& point, double angleDegrees) const {
    const QPointF normal = normalAt(angleDegrees);
    const Extent whole = extentAlong(m_picture, normal);
    const double length = whole.high - whole.low;
    if (length <= 0)
        return {m_line.position, normalized(angleDegrees)};
    const double place = (QPointF::dotProduct(point, normal) - whole.low) / length;
    return {std::clamp(place, 0.0, 1.0), normalized(angleDegrees)};
}

WipeLine WipeGeometry::movedTo(const QPointF& point) const {
    return through(point, m_line.angleDegrees);
}

WipeLine WipeGeometry::turnedTo(const QPointF& pivot, const QPointF& point) const {
    const QPointF arm = point - pivot;
    if (QPointF::dotProduct(arm, arm) < 1)
        return m_line;
    // The arm lies on the line: its normal is a quarter turn from it, on the side of before.
    double degrees = std::atan2(arm.y(), arm.x()) * 180 / std::numbers::pi - 90;
    const double difference = normalized(degrees - m_line.angleDegrees);
    if (std::abs(difference) > 90)
        degrees += 180;
    const double snapped = std::round(degrees / 45) * 45;
    if (std::abs(degrees - snapped) <= kSnapDegrees)
        degrees = snapped;
    return through(pivot, degrees);
}

WipeLine WipeGeometry::turnedBy(double degrees) const {
    return through(handle(), m_line.angleDegrees + degrees);
}

} // namespace unlit::ui
