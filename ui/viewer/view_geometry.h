// Where a picture lies in a view: zoom, pan, fit. Pure arithmetic.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

namespace unlit::ui {

/// What views of different sizes can share.
struct ViewPlace {
    QPointF center{0.5, 0.5}; ///< the point in the middle of the view, as shares of the picture
    double scale = 1;         ///< screen pixels per picture pixel
    bool isFitted = true;

    bool operator==(const ViewPlace&) const = default;
};

/// All lengths of the view are device pixels, so that scale 1 is one picture pixel per screen
/// pixel. A value type.
class ViewGeometry {
public:
    static constexpr double kMaxScale = 256.0;

    /// A picture of another size is fitted; the same size keeps zoom and place.
    void setPictureSize(const QSizeF& size);
    /// Keeps the middle of the view where it is, or stays fitted.
    void setViewSize(const QSizeF& size);

    void fit();
    /// Scales by `factor`, keeping the picture's point under `anchor` there. Bounded by kMaxScale
    /// and by half of the fitting scale.
    void zoomAt(const QPointF& anchor, double factor);
    void setScaleAt(const QPointF& anchor, double scale);
    void panBy(const QPointF& delta);
    /// Fitted places are fitted anew to this view.
    void setPlace(const ViewPlace& place);
    ViewPlace place() const;

    double scale() const { return m_scale; }

    bool isFitted() const { return m_isFitted; }

    QSizeF pictureSize() const { return m_picture; }

    QSizeF viewSize() const { return m_view; }

    double fittingScale() const;
    /// The whole picture in view coordinates.
    QRectF pictureRect() const;
    /// The part of it that can be seen.
    QRectF visibleRect() const;
    QPointF toPicture(const QPointF& viewPoint) const;
    QPointF toView(const QPointF& picturePoint) const;

private:
    void keepInReach();

    QSizeF m_picture;
    QSizeF m_view;
    double m_scale = 1.0;
    QPointF m_origin; // the picture's top left corner in the view
    bool m_isFitted = true;
};

} // namespace unlit::ui
