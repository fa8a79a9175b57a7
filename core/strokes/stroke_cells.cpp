#include "core/strokes/stroke_cells.h"

#include "core/base/error.h"
#include "core/strokes/stroke_light.h"
#include "core/strokes/stroke_rows.h"

#include <algorithm>
#include <cmath>

namespace unlit {

namespace {

void refuseOtherPictures(const Image& picture, const Image& albedo,
                         std::span<const unsigned char> lightless) {
    if (picture.width != albedo.width || picture.height != albedo.height ||
        picture.channelCount() != 3 || albedo.channelCount() != 3)
        throw Error::internal("strokes on a picture and an albedo of different sizes");
    if (!lightless.empty() && lightless.size() != picture.planeSize())
        throw Error::internal("strokes on a picture whose black pixels are of another size");
}

/// Sums of a row of pixels into the cells of their row.
struct CellRow {
    const StrokeGrid& grid;
    const std::vector<CellSpan>& columns;

    void add(const float* samples, const StrokeCurve& curve, const unsigned char* lightless,
             std::vector<double>& sums) const {
        for (int cell = 0; cell < grid.width; ++cell) {
            const CellSpan& span = columns[static_cast<std::size_t>(cell)];
            float sum = 0;
            for (int x = span.begin; x < span.end; ++x)
                if (lightless == nullptr || lightless[x] == 0)
                    sum += curve(samples[x]);
            sums[static_cast<std::size_t>(cell)] += static_cast<double>(sum);
        }
    }
};

std::vector<CellSpan> spansOf(int cells, int pixels) {
    std::vector<CellSpan> spans;
    for (int cell = 0; cell < cells; ++cell)
        spans.push_back(cellSpan(cell, cells, pixels));
    return spans;
}

class CellMeans {
public:
    CellMeans(const Image& picture, const Image& albedo, std::span<const unsigned char> lightless,
              StrokeCells& cells)
        : m_picture(picture), m_albedo(albedo), m_lightless(lightless), m_cells(cells),
          m_columns(spansOf(cells.grid.width, picture.width)) {}

    void make(int row) const {
        const CellSpan rows = cellSpan(row, m_cells.grid.height, m_picture.height);
        const std::vector<double> counts = countLit(row, rows);
        for (int c = 0; c < 3; ++c) {
            mean(m_picture, c, m_guide, rows, row, counts, m_cells.guide);
            mean(m_picture, c, m_light, rows, row, counts, m_cells.light);
            mean(m_albedo, c, m_paint, rows, row, counts, m_cells.albedo);
        }
    }

private:
    const unsigned char* lightlessRow(int y) const {
        return m_lightless.empty()
                   ? nullptr
                   : m_lightless.data() +
                         static_cast<std::size_t>(y) * static_cast<std::size_t>(m_picture.width);
    }

    std::vector<double> countLit(int row, CellSpan rows) const {
        std::vector<double> counts(m_columns.size(), 0);
        for (std::size_t cell = 0; cell < m_columns.size(); ++cell) {
            const CellSpan& span = m_columns[cell];
            const double all = double(span.end - span.begin) * (rows.end - rows.begin);
            double dark = 0;
            for (int y = rows.begin; !m_lightless.empty() && y < rows.end; ++y)
                for (int x = span.begin; x < span.end; ++x)
                    dark += lightlessRow(y)[x] != 0 ? 1 : 0;
            counts[cell] = all - dark;
            m_cells.isDead[index(row, cell)] = counts[cell] < 0.25 * all ? 1 : 0;
        }
        return counts;
    }

    void mean(const Image& image, int channel, const StrokeCurve& curve, CellSpan rows, int row,
              const std::vector<double>& counts, std::array<std::vector<float>, 3>& out) const {
        const CellRow sum{m_cells.grid, m_columns};
        std::vector<double> sums(m_columns.size(), 0);
        const auto plane = image.plane(channel);
        for (int y = rows.begin; y < rows.end; ++y)
            sum.add(plane.data() +
                        static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width),
                    curve, lightlessRow(y), sums);
        for (std::size_t cell = 0; cell < sums.size(); ++cell)
            out[static_cast<std::size_t>(channel)][index(row, cell)] =
                counts[cell] > 0 ? static_cast<float>(sums[cell] / counts[cell]) : 0.0F;
    }

    std::size_t index(int row, std::size_t cell) const {
        return static_cast<std::size_t>(row) * m_columns.size() + cell;
    }

    const Image& m_picture;
    const Image& m_albedo;
    std::span<const unsigned char> m_lightless;
    StrokeCells& m_cells;
    std::vector<CellSpan> m_columns;
    StrokeCurve m_guide = StrokeCurve::guide(m_picture.space);
    StrokeCurve m_light = StrokeCurve::logLight(m_picture.space);
    StrokeCurve m_paint = StrokeCurve::logLight(m_albedo.space);
};

} // namespace

StrokeGrid strokeGridFor(int width, int height, int mostCells) {
    const double scale =
        std::min(1.0, std::sqrt(static_cast<double>(mostCells) /
                                (static_cast<double>(width) * static_cast<double>(height))));
    const auto cells = [&](int pixels) {
        return std::clamp(static_cast<int>(std::lround(pixels * scale)), 1, pixels);
    };
    StrokeGrid grid{cells(width), cells(height), width, height};
    // A picture of a few rows keeps them all.
    grid.width = std::min(grid.width, std::max(1, mostCells / grid.height));
    grid.height = std::min(grid.height, std::max(1, mostCells / grid.width));
    return grid;
}

CellSpan cellSpan(int cell, int cells, int pixels) {
    const auto at = [&](int place) {
        return static_cast<int>(static_cast<long long>(place) * pixels / cells);
    };
    return {at(cell), at(cell + 1)};
}

StrokeCells strokeCells(const Image& picture, const Image& albedo,
                        std::span<const unsigned char> lightless) {
    refuseOtherPictures(picture, albedo, lightless);
    StrokeCells cells;
    cells.grid = strokeGridFor(picture.width, picture.height);
    for (auto* planes : {&cells.guide, &cells.light, &cells.albedo})
        for (std::vector<float>& plane : *planes)
            plane.resize(cells.grid.size());
    cells.isDead.resize(cells.grid.size());
    const CellMeans means(picture, albedo, lightless, cells);
    forStrokeRows(cells.grid.height, [&](int begin, int end) {
        for (int row = begin; row < end; ++row)
            means.make(row);
    });
    return cells;
}

} // namespace unlit
