#include "core/strokes/stroke_field.h"

#include "core/base/error.h"
#include "core/image/color/color.h"
#include "core/nn/kernels/number.h"
#include "core/strokes/stroke_cells.h"
#include "core/strokes/stroke_fit.h"
#include "core/strokes/stroke_light.h"
#include "core/strokes/stroke_rows.h"

#include <algorithm>
#include <cmath>

namespace unlit {

namespace {

/// Where the pixels of an axis lie between cells: middles over middles, constant beyond the last.
struct CellAxis {
    std::vector<int> cell;
    std::vector<int> next;
    std::vector<float> share; ///< of the next one

    CellAxis(int pixels, int cells) {
        const double scale = static_cast<double>(cells) / pixels;
        for (int x = 0; x < pixels; ++x) {
            const double at = std::clamp((x + 0.5) * scale - 0.5, 0.0, cells - 1.0);
            cell.push_back(static_cast<int>(at));
            next.push_back(std::min(cell.back() + 1, cells - 1));
            share.push_back(static_cast<float>(at - cell.back()));
        }
    }
};

void refuseOtherSizes(const Image& target, const Image& picture,
                      std::span<const unsigned char> lightless) {
    if (target.width != picture.width || target.height != picture.height ||
        target.channelCount() != 3 || picture.channelCount() != 3 ||
        (!lightless.empty() && lightless.size() != picture.planeSize()))
        throw Error::internal("a correction by strokes for pictures of different sizes");
}

/// One sample: its light times e^-δ. From black nothing is brightened by a factor: there it counts
/// as the darkest paint.
float correctedSample(float sample, float delta, ColorSpace space) {
    if (delta == 0)
        return sample;
    const float light = decodeDisplay(sample, space);
    const float factor = std::exp(-delta);
    const float corrected =
        light < kDarkestPaint && delta < 0 ? light + kDarkestPaint * (factor - 1) : light * factor;
    return encodeDisplay(std::clamp(corrected, 0.0F, 1.0F), space);
}

/// The same for a row of linear light.
UNLIT_VECTOR_LOOPS void correctLightRow(const float* __restrict__ deltas, std::size_t count,
                                        float* __restrict__ samples) {
    for (std::size_t x = 0; x < count; ++x) {
        const float light = samples[x];
        const float factor = nn::fastExp(-deltas[x]);
        const float offset = kDarkestPaint * (factor - 1);
        const float corrected =
            light < kDarkestPaint && factor > 1 ? light + offset : light * factor;
        samples[x] = corrected > 1 ? 1.0F : corrected;
    }
}

} // namespace

StrokeField::StrokeField(const StrokeSolution& solution, const StrokeCells& cells)
    : m_grid(solution.grid), m_nodes(fitStrokes(solution, cells)) {}

/// One row of corrections of the three channels at a time.
class StrokeField::Rows {
public:
    Rows(const StrokeField& field, int width, int height)
        : m_field(field), m_columns(width, field.m_grid.width),
          m_rows(height, field.m_grid.height) {}

    /// `guides`: three rows of Log100; `deltas`: three rows.
    void row(int y, const float* const guides[3], std::vector<float>& between,
             float* const deltas[3]) const {
        constexpr int kNumbers = kStrokeFitNumbers;
        const auto at = static_cast<std::size_t>(y);
        const std::size_t rowSize = static_cast<std::size_t>(m_field.m_grid.width) * kNumbers;
        const float* above =
            m_field.m_nodes.data() + static_cast<std::size_t>(m_rows.cell[at]) * rowSize;
        const float* below =
            m_field.m_nodes.data() + static_cast<std::size_t>(m_rows.next[at]) * rowSize;
        between.resize(rowSize);
        for (std::size_t i = 0; i < rowSize; ++i)
            between[i] = above[i] + m_rows.share[at] * (below[i] - above[i]);
        for (std::size_t x = 0; x < m_columns.cell.size(); ++x) {
            const float* left = between.data() + m_columns.cell[x] * kNumbers;
            const float* right = between.data() + m_columns.next[x] * kNumbers;
            const float share = m_columns.share[x];
            float fit[kNumbers];
            for (int i = 0; i < kNumbers; ++i)
                fit[i] = left[i] + share * (right[i] - left[i]);
            for (int c = 0; c < 3; ++c) {
                const float* own = fit + kStrokeChannelNumbers * c;
                const float delta = own[0] * (guides[0][x] - kStrokeGuideCentre) +
                                    own[1] * (guides[1][x] - kStrokeGuideCentre) +
                                    own[2] * (guides[2][x] - kStrokeGuideCentre) + own[3];
                deltas[c][x] = std::min(std::max(delta, own[4]), own[5]);
            }
        }
    }

private:
    const StrokeField& m_field;
    CellAxis m_columns;
    CellAxis m_rows;
};

void StrokeField::forDelta(const Image& guide, const StrokeCurve& curve,
                           const DeltaRow& work) const {
    const Rows rows(*this, guide.width, guide.height);
    const auto width = static_cast<std::size_t>(guide.width);
    forStrokeRows(guide.height, [&](int begin, int end) {
        std::vector<float> guides(3 * width);
        std::vector<float> deltas(3 * width);
        std::vector<float> between;
        const float* guideRows[3] = {guides.data(), guides.data() + width,
                                     guides.data() + 2 * width};
        float* deltaRows[3] = {deltas.data(), deltas.data() + width, deltas.data() + 2 * width};
        for (int y = begin; y < end; ++y) {
            const std::size_t from = static_cast<std::size_t>(y) * width;
            for (std::size_t c = 0; c < 3; ++c) {
                const float* samples = guide.plane(static_cast<int>(c)).data() + from;
                if (guide.space == ColorSpace::Log100) // it is that already
                    std::copy(samples, samples + width, guides.data() + c * width);
                else
                    for (std::size_t x = 0; x < width; ++x)
                        guides[c * width + x] = curve(samples[x]);
            }
            rows.row(y, guideRows, between, deltaRows);
            work(from, deltaRows);
        }
    });
}

void StrokeField::apply(Image& target, const Image& picture,
                        std::span<const unsigned char> lightless) const {
    refuseOtherSizes(target, picture, lightless);
    const auto width = static_cast<std::size_t>(target.width);
    const auto correctRow = [&](float* samples, const float* deltas) {
        if (target.space == ColorSpace::Linear)
            return correctLightRow(deltas, width, samples);
        for (std::size_t x = 0; x < width; ++x)
            samples[x] = correctedSample(samples[x], deltas[x], target.space);
    };
    forDelta(picture, StrokeCurve::guide(picture.space),
             [&](std::size_t from, const float* const deltas[3]) {
                 std::vector<float> before;
                 for (int c = 0; c < 3; ++c) {
                     float* samples = target.plane(c).data() + from;
                     if (!lightless.empty())
                         before.assign(samples, samples + width);
                     correctRow(samples, deltas[c]);
                     for (std::size_t x = 0; x < before.size(); ++x)
                         if (lightless[from + x] != 0)
                             samples[x] = before[x];
                 }
             });
}

Image strokeMap(std::span<const float> cells, const StrokeGrid& grid, int width, int height) {
    Image map = makeImage(width, height, {"Y"}, ColorSpace::Raw);
    const CellAxis columns(width, grid.width);
    const CellAxis rows(height, grid.height);
    for (int y = 0; y < height; ++y) {
        const auto atY = static_cast<std::size_t>(y);
        const float* above = cells.data() + rows.cell[atY] * grid.width;
        const float* below = cells.data() + rows.next[atY] * grid.width;
        float* samples = map.samples.data() + atY * static_cast<std::size_t>(width);
        for (std::size_t x = 0; x < static_cast<std::size_t>(width); ++x) {
            const auto mixed = [&](const float* row) {
                return row[columns.cell[x]] +
                       columns.share[x] * (row[columns.next[x]] - row[columns.cell[x]]);
            };
            samples[x] = mixed(above) + rows.share[atY] * (mixed(below) - mixed(above));
        }
    }
    return map;
}

} // namespace unlit
