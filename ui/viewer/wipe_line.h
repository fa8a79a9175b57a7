// The line between two compared pictures, at any angle. Pure arithmetic.
#pragma once

#include <QLineF>
#include <QPolygonF>
#include <QRectF>

namespace unlit::ui {

/// What views share: a place in the picture, whatever its size.
struct WipeLine {
    double position = 0.5;   ///< [0,1] across the picture along the line's normal
    double angleDegrees = 0; ///< 0 = upright, first picture left; clockwise; [-180,180)

    bool operator==(const WipeLine&) const = default;
};

/// The line in a view. `picture` is where the whole picture lies, `seen` the part of it that can be
/// seen, both in view coordinates. A value type.
class WipeGeometry {
public:
    WipeGeometry(const WipeLine& line, const QRectF& picture, const QRectF& seen);

    /// Signed distance of a point from the line; below 0 on the first picture's side.
    double distance(const QPointF& point) const;

    /// The line inside `seen`; pushed to its border where it would be outside, so that it can
    /// always be reached.
    QLineF segment() const { return m_segment; }

    QPointF handle() const { return m_segment.center(); }

    /// The part of `seen` that shows the first or the second picture.
    QPolygonF firstSide() const { return side(true); }

    QPolygonF secondSide() const { return side(false); }

    bool isUpright() const { return m_line.angleDegrees == 0; }

    /// The line moved so that it goes through `point`.
    WipeLine movedTo(const QPointF& point) const;

    /// The line turned around `pivot` so that it goes through `point`; right angles and diagonals
    /// attract within two degrees.
    WipeLine turnedTo(const QPointF& pivot, const QPointF& point) const;

    /// The same angle turned by `degrees`, through the same handle.
    WipeLine turnedBy(double degrees) const;

private:
    QPolygonF side(bool isFirst) const;
    WipeLine through(const QPointF& point, double angleDegrees) const;

    WipeLine m_line;
    QRectF m_picture;
    QRectF m_seen;
    QPointF m_normal;
    double m_offset = 0; ///< of the line along the normal
    QLineF m_segment;
};

} // namespace unlit::ui
