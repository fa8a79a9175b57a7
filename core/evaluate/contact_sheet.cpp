#include "core/evaluate/contact_sheet.h"

#include "core/evaluate/label_font.h"
#include "core/image/color/color.h"
#include "core/image/resize.h"

#include <algorithm>

namespace unlit::evaluate {

namespace {

constexpr int kGap = 8;
constexpr int kDot = 2;
constexpr int kLine = kLabelHeight * kDot + kGap;
constexpr float kBackground = 0.12F;

/// Copies `tile` with its upper left corner at (left, top); it fits.
void paste(Image& sheet, const Image& tile, int left, int top) {
    for (int c = 0; c < 3; ++c)
        for (int y = 0; y < tile.height; ++y) {
            const auto from = tile.plane(c).subspan(static_cast<std::size_t>(y) *
                                                        static_cast<std::size_t>(tile.width),
                                                    static_cast<std::size_t>(tile.width));
            const std::size_t to =
                static_cast<std::size_t>(top + y) * static_cast<std::size_t>(sheet.width) +
                static_cast<std::size_t>(left);
            std::ranges::copy(from, sheet.plane(c).subspan(to).begin());
        }
}

int heightOf(const std::map<std::size_t, Image>& row) {
    int height = 0;
    for (const auto& [column, tile] : row)
        height = std::max(height, tile.height);
    return height;
}

} // namespace

void ContactSheet::put(std::size_t row, std::size_t column, const Image& linear) {
    Image tile = thumbnail(toDisplay(linear, ColorSpace::Srgb, 0.0).image, kTile);
    tile.mask.clear();
    putTile(row, column, std::move(tile));
}

Image ContactSheet::draw() const {
    int height = kGap + kLine;
    for (const auto& [row, tiles] : m_rows)
        height += heightOf(tiles) + kLine + kGap;
    const int columns = static_cast<int>(m_columns.size());
    Image sheet =
        makeImage(kGap + columns * (kTile + kGap), height, {"R", "G", "B"}, ColorSpace::Srgb);
    std::ranges::fill(sheet.samples, kBackground);
    const auto leftOf = [](std::size_t column) {
        return kGap + static_cast<int>(column) * (kTile + kGap);
    };
    for (std::size_t column = 0; column < m_columns.size(); ++column)
        drawLabel(sheet, m_columns[column], leftOf(column), kGap, leftOf(column) + kTile, kDot);
    int top = kGap + kLine;
    for (const auto& [row, tiles] : m_rows) {
        for (const auto& [column, tile] : tiles)
            paste(sheet, tile, leftOf(column), top);
        top += heightOf(tiles) + kGap / 2;
        if (const auto name = m_names.find(row); name != m_names.end())
            drawLabel(sheet, name->second, kGap, top, sheet.width - kGap, kDot);
        top += kLine + kGap / 2;
    }
    return sheet;
}

} // namespace unlit::evaluate
