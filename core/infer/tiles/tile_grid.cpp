#include "core/infer/tiles/tile_grid.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace unlit::infer {

namespace {

std::vector<TileSpan> spansAlong(std::int64_t length, std::int64_t tile, std::int64_t overlap) {
    if (length <= tile)
        return {{0, length}};
    const std::int64_t stride = tile - overlap;
    const std::int64_t count = (length - overlap + stride - 1) / stride;
    std::vector<TileSpan> spans;
    for (std::int64_t i = 0; i < count; ++i)
        spans.push_back({i * (length - tile) / (count - 1), tile});
    return spans;
}

/// Of one tile before it is compared with its neighbours, at the middle of cell `at`. It never
/// reaches 0, so that every cell has a tile that counts.
double rawWeight(const TileSpan& span, std::int64_t at, std::int64_t overlap, std::int64_t length) {
    const auto ramp = [overlap](std::int64_t fromBorder) {
        if (fromBorder >= overlap)
            return 1.0;
        const double share = (static_cast<double>(fromBorder) + 0.5) / static_cast<double>(overlap);
        const double root = std::sin(share * std::numbers::pi / 2);
        return root * root;
    };
    const double low = span.begin == 0 ? 1 : ramp(at - span.begin);
    const double high = span.end() == length ? 1 : ramp(span.end() - 1 - at);
    return low * high;
}

torch::Tensor axisWeights(const std::vector<TileSpan>& spans, const TileSpan& span,
                          std::int64_t overlap) {
    const std::int64_t length = spans.back().end();
    torch::Tensor weights = torch::empty({span.length}, torch::kFloat64);
    auto values = weights.accessor<double, 1>();
    for (std::int64_t i = 0; i < span.length; ++i) {
        const std::int64_t at = span.begin + i;
        double sum = 0;
        for (const TileSpan& other : spans)
            if (at >= other.begin && at < other.end())
                sum += rawWeight(other, at, overlap, length);
        values[i] = rawWeight(span, at, overlap, length) / sum;
    }
    return weights;
}

std::vector<TileSpan> finer(std::vector<TileSpan> spans, std::int64_t factor) {
    for (TileSpan& span : spans)
        span = {span.begin * factor, span.length * factor};
    return spans;
}

} // namespace

TileGrid::TileGrid(PixelSize canvas, std::int64_t tile, std::int64_t overlap)
    : m_canvas(canvas), m_overlap(overlap) {
    if (canvas.height < 1 || canvas.width < 1 || overlap < 0 || tile <= overlap)
        throw Error::internal("tiles of " + std::to_string(tile) + " that share " +
                              std::to_string(overlap) + " on " + toString(canvas));
    m_rows = spansAlong(canvas.height, tile, overlap);
    m_columns = spansAlong(canvas.width, tile, overlap);
}

TileGrid TileGrid::scaled(std::int64_t factor) const {
    TileGrid grid;
    grid.m_canvas = {m_canvas.height * factor, m_canvas.width * factor};
    grid.m_overlap = m_overlap * factor;
    grid.m_rows = finer(m_rows, factor);
    grid.m_columns = finer(m_columns, factor);
    return grid;
}

std::vector<TilePlace> TileGrid::places() const {
    std::vector<TilePlace> places;
    for (const TileSpan& rows : m_rows)
        for (const TileSpan& columns : m_columns)
            places.push_back({rows, columns});
    return places;
}

torch::Tensor TileGrid::weights(const TilePlace& place) const {
    const torch::Tensor rows = axisWeights(m_rows, place.rows, m_overlap);
    const torch::Tensor columns = axisWeights(m_columns, place.columns, m_overlap);
    return torch::outer(rows, columns).to(torch::kFloat32);
}

} // namespace unlit::infer
