// Borders and numbers of single pixels, where the zoom leaves room for them.
#pragma once

#include "ui/viewer/picture_layer.h"

#include <functional>

namespace unlit::ui {

/// `picture`: where the whole picture lies, in screen pixels; `scale`: of its pixels; `ratio`:
/// screen pixels per logical pixel. A value.
struct PixelGrid {
    static constexpr double kLinesFromPx = 14;  ///< logical side of a pixel
    static constexpr double kValuesFromPx = 50; ///< the same

    QRectF picture;
    double scale = 1;
    double ratio = 1;

    bool hasLines() const { return scale / ratio >= kLinesFromPx; }

    bool hasValues() const { return scale / ratio >= kValuesFromPx; }

    /// The picture's pixels that `clip` touches.
    QRect pixelsIn(const QRect& clip) const;

    void paintLines(QPainter& painter, const QRect& clip) const;

    /// Linear numbers, or the bytes on the screen, of the layer that `layerAt` gives for a place.
    void paintValues(QPainter& painter, const QRect& clip,
                     const std::function<const PictureLayer&(const QPointF&)>& layerAt,
                     bool asBytes) const;
};

} // namespace unlit::ui
