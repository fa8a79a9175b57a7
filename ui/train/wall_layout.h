// Where the cells of a wall of pictures lie, and which part of each picture they show.
#pragma once

#include "ui/train/wall_pictures.h"

#include <QPointF>
#include <QRect>
#include <QSize>

#include <filesystem>
#include <vector>

namespace unlit::ui {

enum class WallColumn { Beauty, Prediction, Truth, Error, Uncertainty };

/// Whether a column's pictures are numbers that get colours.
inline bool isScalar(WallColumn column) {
    return column == WallColumn::Error || column == WallColumn::Uncertainty;
}

struct WallCell {
    int row = -1; ///< -1 = none
    WallColumn column = WallColumn::Beauty;
    QRect rect; ///< in the viewport
};

/// A plain value; pixels of the viewport. One zoom and one middle for all pictures.
class WallLayout {
public:
    static constexpr int kHeaderPx = 26;
    static constexpr int kGapPx = 6;

    void setRows(std::vector<WallRow> rows);
    /// `scrolledPx`: how far the rows are pushed up.
    void setView(const QSize& viewport, int scrolledPx);

    const std::vector<WallRow>& rows() const { return m_rows; }

    int rowCount() const { return static_cast<int>(m_rows.size()); }

    /// Uncertainty only where a row has one.
    const std::vector<WallColumn>& columns() const { return m_columns; }

    /// "" where there is none.
    const std::filesystem::path& file(int row, WallColumn column) const;

    /// A row that is wider than high, and at least one that can be seen whole.
    QRect cell(int row, int column) const;

    int rowHeight() const { return cell(0, 0).height() + kGapPx; }

    bool isSeen(int row) const;
    WallCell cellAt(const QPoint& place) const;
    /// Where the whole of a picture of this size lies.
    QRectF picture(const QRect& cell, const QSize& picture) const;

    double zoom() const { return m_zoom; }

    /// 1 = whole pictures; at most 32.
    void setZoom(double zoom);
    /// What lies at `place` of a picture of this size stays there; size 0 = the middle stays.
    void zoomAt(const QPointF& place, const QSize& picture, double factor);
    /// Keeps the middle of the view inside the picture.
    void panBy(const QPointF& pixels);

private:
    std::vector<WallRow> m_rows;
    std::vector<WallColumn> m_columns = {WallColumn::Beauty, WallColumn::Prediction,
                                         WallColumn::Truth, WallColumn::Error};
    QSize m_viewport;
    int m_scrolledPx = 0;
    double m_zoom = 1;
    QPointF m_center{0.5, 0.5}; ///< of the view, as shares of a picture
};

} // namespace unlit::ui
