#include "ui/train/wall_layout.h"

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kMarginPx = 12;
constexpr double kCellShape = 0.62; // height over width
constexpr double kMostZoom = 32;

} // namespace

void WallLayout::setRows(std::vector<WallRow> rows) {
    m_rows = std::move(rows);
    m_columns = {WallColumn::Beauty, WallColumn::Prediction, WallColumn::Truth, WallColumn::Error};
    if (std::ranges::any_of(m_rows, [](const WallRow& row) { return !row.uncertainty.empty(); }))
        m_columns.push_back(WallColumn::Uncertainty);
}

void WallLayout::setView(const QSize& viewport, int scrolledPx) {
    m_viewport = viewport;
    m_scrolledPx = scrolledPx;
}

const std::filesystem::path& WallLayout::file(int row, WallColumn column) const {
    const WallRow& files = m_rows[static_cast<std::size_t>(row)];
    switch (column) {
    case WallColumn::Beauty:
        return files.beauty;
    case WallColumn::Prediction:
        return files.prediction;
    case WallColumn::Truth:
        return files.truth;
    case WallColumn::Error:
        return files.error;
    case WallColumn::Uncertainty:
        return files.uncertainty;
    }
    return files.beauty;
}

QRect WallLayout::cell(int row, int column) const {
    const int count = std::max(1, static_cast<int>(m_columns.size()));
    const int width = (m_viewport.width() - 2 * kMarginPx - (count - 1) * kGapPx) / count;
    const int most = std::max(60, m_viewport.height() - kHeaderPx - kGapPx);
    const int height = std::clamp(static_cast<int>(width * kCellShape), 40, most);
    return {kMarginPx + column * (width + kGapPx),
            kHeaderPx + row * (height + kGapPx) - m_scrolledPx, width, height};
}

bool WallLayout::isSeen(int row) const {
    return cell(row, 0).intersects(QRect(QPoint(0, 0), m_viewport));
}

WallCell WallLayout::cellAt(const QPoint& place) const {
    if (place.y() < kHeaderPx)
        return {};
    for (int row = 0; row < rowCount(); ++row)
        for (int column = 0; column < static_cast<int>(m_columns.size()); ++column)
            if (const QRect rect = cell(row, column); rect.contains(place))
                return {row, m_columns[static_cast<std::size_t>(column)], rect};
    return {};
}

QRectF WallLayout::picture(const QRect& cell, const QSize& picture) const {
    const QSizeF size = QSizeF(picture).scaled(cell.size(), Qt::KeepAspectRatio) * m_zoom;
    const QPointF middle = QRectF(cell).center();
    return {middle.x() - m_center.x() * size.width(), middle.y() - m_center.y() * size.height(),
            size.width(), size.height()};
}

void WallLayout::setZoom(double zoom) {
    m_zoom = std::clamp(zoom, 1.0, kMostZoom);
    if (m_zoom == 1)
        m_center = {0.5, 0.5};
}

void WallLayout::zoomAt(const QPointF& place, const QSize& size, double factor) {
    const double zoom = std::clamp(m_zoom * factor, 1.0, kMostZoom);
    const WallCell at = cellAt(place.toPoint());
    if (const QRectF before = picture(at.rect, size); at.row >= 0 && !before.isEmpty()) {
        const QPointF share((place.x() - before.x()) / before.width(),
                            (place.y() - before.y()) / before.height());
        m_center = share + (m_center - share) * (m_zoom / zoom);
    }
    setZoom(zoom);
    panBy({});
}

void WallLayout::panBy(const QPointF& pixels) {
    const QRect first = cell(0, 0);
    m_center -=
        QPointF(pixels.x() / (first.width() * m_zoom), pixels.y() / (first.height() * m_zoom));
    const double margin = 0.5 / m_zoom;
    m_center = {std::clamp(m_center.x(), margin, 1 - margin),
                std::clamp(m_center.y(), margin, 1 - margin)};
}

} // namespace unlit::ui
