// A line as one upright bar for each pixel column that it crosses: what a thin line covers, drawn
// in a fraction of the time once there are more points than columns.
#pragma once

#include <QImage>

#include <span>
#include <vector>

namespace unlit::ui {

/// The stretch of a line within one column; in pixels, downwards.
struct ColumnBar {
    int column = 0;
    double top = 0;
    double bottom = 0;

    bool operator==(const ColumnBar&) const = default;
};

/// The line joins its points in their order; x never falls; pixels from the upper left corner of
/// an area of that size. Every point within the area lies in its column's bar, and the bars of
/// neighbouring columns meet where the line passes from one to the other. What is to the left and
/// right of the area is left out; above and below it bars end a pixel beyond its edge. Points must
/// be finite.
std::vector<ColumnBar> columnBars(std::span<const QPointF> line, const QSize& area);

/// Over what is there. `picture`: ARGB32_Premultiplied, as large as the area; bars are `breadth`
/// pixels wide and at least as high.
void paintBars(QImage& picture, std::span<const ColumnBar> bars, const QColor& color, int breadth);

} // namespace unlit::ui
