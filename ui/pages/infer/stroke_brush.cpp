#include "ui/pages/infer/stroke_brush.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kDrawingAlpha = 130;
constexpr int kStrokeAlpha = 70; // the result can be seen under it
constexpr int kOffAlpha = 25;
constexpr double kLeastScreenPx = 2; // thinner ones could not be seen

double distanceOf(const StrokePoint& a, const StrokePoint& b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

/// Points no further apart than `step`, the same line.
std::vector<StrokePoint> densePoints(const std::vector<StrokePoint>& points, double step) {
    std::vector<StrokePoint> dense;
    for (const StrokePoint& point : points) {
        if (!dense.empty()) {
            const StrokePoint from = dense.back();
            const int pieces =
                std::max(1, static_cast<int>(std::ceil(distanceOf(from, point) / step)));
            for (int i = 1; i < pieces; ++i) {
                const float share = static_cast<float>(i) / static_cast<float>(pieces);
                dense.push_back(
                    {from.x + (point.x - from.x) * share, from.y + (point.y - from.y) * share});
            }
        }
        dense.push_back(point);
    }
    return dense;
}

/// What is left of a stroke where points near `place` go.
std::vector<Stroke> leftOf(const Stroke& stroke, const StrokePoint& place, double reach) {
    std::vector<Stroke> left;
    bool isOpen = false;
    for (const StrokePoint& point : densePoints(stroke.points, std::max(1.0, reach / 3))) {
        if (distanceOf(point, place) <= reach) {
            isOpen = false;
            continue;
        }
        if (!isOpen) {
            left.push_back(stroke);
            left.back().points.clear();
        }
        isOpen = true;
        left.back().points.push_back(point);
    }
    return left;
}

bool isTouched(const Stroke& stroke, const StrokePoint& place, double reach) {
    const auto dense = densePoints(stroke.points, std::max(1.0, reach / 3));
    return std::ranges::any_of(
        dense, [&](const StrokePoint& point) { return distanceOf(point, place) <= reach; });
}

QPainterPath pathOf(const Stroke& stroke) {
    QPainterPath path(QPointF(stroke.points.front().x, stroke.points.front().y));
    for (const StrokePoint& point : stroke.points)
        path.lineTo(point.x, point.y);
    if (stroke.points.size() == 1) // a line without length has no caps
        path.lineTo(stroke.points.front().x + 0.01, stroke.points.front().y);
    return path;
}

void paintStroke(QPainter& painter, const Stroke& stroke, double scale, int alpha) {
    QColor color = strokeColor(stroke.kind);
    color.setAlpha(alpha);
    const double width = std::max(2.0 * stroke.radius, kLeastScreenPx / scale);
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(pathOf(stroke));
}

} // namespace

StrokeSet erased(const StrokeSet& set, const StrokePoint& place, float radius) {
    StrokeSet left = set;
    left.strokes.clear();
    for (const Stroke& stroke : set.strokes) {
        const double reach = static_cast<double>(radius) + stroke.radius / 2.0;
        if (!isTouched(stroke, place, reach)) {
            left.strokes.push_back(stroke);
            continue;
        }
        const std::vector<Stroke> pieces = leftOf(stroke, place, reach);
        left.strokes.insert(left.strokes.end(), pieces.begin(), pieces.end());
    }
    return left;
}

QColor strokeColor(StrokeKind kind) {
    switch (kind) {
    case StrokeKind::SamePaint:
        return {64, 156, 255};
    case StrokeKind::SameLight:
        return {255, 196, 0};
    case StrokeKind::Keep:
        return {72, 200, 110};
    case StrokeKind::Unknown:
        return {160, 160, 160};
    case StrokeKind::ThisBright:
        return {222, 110, 255};
    }
    return {};
}

StrokeBrush::StrokeBrush(QObject* parent) : QObject(parent) {}

void StrokeBrush::setStrokes(const StrokeSet& strokes) {
    m_strokes = strokes;
    m_current.reset();
    m_erases = false;
    m_spread = {};
}

QRectF StrokeBrush::picture() const {
    return {0, 0, static_cast<double>(m_strokes.width), static_cast<double>(m_strokes.height)};
}

bool StrokeBrush::press(const QPointF& place, Qt::MouseButton button, Qt::KeyboardModifiers keys) {
    m_pointer = place;
    if (picture().isEmpty() || !picture().contains(place))
        return button == Qt::RightButton; // no menu comes up beside the picture either
    m_erases = m_isErasing || button == Qt::RightButton || keys.testFlag(Qt::AltModifier);
    m_before = m_strokes;
    if (!m_erases) {
        m_current = m_kind;
        m_current->points.clear();
        m_current->isOn = true;
    }
    addPoint(place);
    return true;
}

void StrokeBrush::addPoint(const QPointF& place) {
    const StrokePoint point{static_cast<float>(place.x()), static_cast<float>(place.y())};
    if (m_erases) {
        m_strokes = erased(m_strokes, point, std::max(m_kind.radius, 1.0F));
        emit drawing();
        return;
    }
    if (!m_current)
        return;
    const double least = std::max(0.5, m_current->radius / 4.0);
    if (m_current->points.empty() || distanceOf(m_current->points.back(), point) >= least) {
        m_current->points.push_back(point);
        emit drawing();
    }
}

void StrokeBrush::move(const QPointF& place) {
    m_pointer = place;
    addPoint(place);
}

void StrokeBrush::release(const QPointF& place) {
    m_pointer = place;
    const bool hasErased = std::exchange(m_erases, false) && m_strokes != m_before;
    const std::optional<Stroke> drawn = std::exchange(m_current, {});
    m_spread = {};
    if (drawn)
        m_strokes.strokes.push_back(*drawn);
    if (drawn || hasErased)
        emit edited();
}

void StrokeBrush::leave() {
    m_pointer.reset();
}

void StrokeBrush::paint(QPainter& painter, double scale) const {
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    if (picture().isEmpty())
        return;
    for (const QImage* tint : {&m_spread, &m_contradiction})
        if (!tint->isNull())
            painter.drawImage(picture(), *tint);
    painter.save();
    painter.setClipRect(picture(),
                        Qt::IntersectClip); // a wide brush says nothing beside the picture
    for (const Stroke& stroke : m_strokes.strokes)
        paintStroke(painter, stroke, scale, stroke.isOn ? kStrokeAlpha : kOffAlpha);
    if (m_current)
        paintStroke(painter, *m_current, scale, kDrawingAlpha);
    painter.restore();
    if (!m_pointer)
        return;
    const double radius = std::max<double>(m_kind.radius, kLeastScreenPx / scale);
    painter.setBrush(Qt::NoBrush);
    for (const auto& [color, width] :
         {std::pair{QColor(0, 0, 0, 160), 3.0},
          {m_isErasing || m_erases ? QColor(Qt::white) : strokeColor(m_kind.kind), 1.5}}) {
        QPen pen(color, width);
        pen.setCosmetic(true);
        painter.setPen(pen);
        painter.drawEllipse(*m_pointer, radius, radius);
    }
}

} // namespace unlit::ui
