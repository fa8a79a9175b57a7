#include "core/infer/detail/detail_rows.h"

#include "core/nn/kernels/number.h"

#include <algorithm>

namespace unlit::infer {

namespace {

UNLIT_VECTOR_LOOPS void lerpNodes(const float* first, const float* second, float share,
                                  std::int64_t count, float* between) {
    for (std::int64_t i = 0; i < count; ++i)
        between[i] = first[i] + share * (second[i] - first[i]);
}

/// Values between two nodes. The pointers promise to be different things: compilers would ask
/// before each of the short loops.
inline __attribute__((always_inline)) void
valuesBetween(const float* __restrict__ first, const float* __restrict__ second,
              const float* __restrict__ shares, const float* __restrict__ g0,
              const float* __restrict__ g1, const float* __restrict__ g2, std::int64_t count,
              float* __restrict__ values) {
    const float d0 = second[0] - first[0];
    const float d1 = second[1] - first[1];
    const float d2 = second[2] - first[2];
    const float d3 = second[3] - first[3];
    for (std::int64_t x = 0; x < count; ++x)
        values[x] = (first[0] + shares[x] * d0) * (g0[x] - kGuideCentre) +
                    (first[1] + shares[x] * d1) * (g1[x] - kGuideCentre) +
                    (first[2] + shares[x] * d2) * (g2[x] - kGuideCentre) +
                    (first[3] + shares[x] * d3);
}

UNLIT_VECTOR_LOOPS void valuesOfRow(const NodeAxis& columns, const float* nodes,
                                    const float* const guide[3], float* const values[3]) {
    const float* shares = columns.shares().data();
    for (const NodeAxis::Stretch& stretch : columns.stretches()) {
        const std::int64_t begin = stretch.begin;
        for (int c = 0; c < 3; ++c)
            valuesBetween(nodes + stretch.node * DetailField::kNumbers + 4 * c,
                          nodes + stretch.next * DetailField::kNumbers + 4 * c, shares + begin,
                          guide[0] + begin, guide[1] + begin, guide[2] + begin, stretch.end - begin,
                          values[c] + begin);
    }
}

} // namespace

NodeAxis::NodeAxis(std::int64_t pixels, std::int64_t fitted, std::int64_t nodes, int spacing) {
    const double scale = static_cast<double>(fitted) / static_cast<double>(pixels);
    for (std::int64_t x = 0; x < pixels; ++x) {
        const double at = std::clamp(((static_cast<double>(x) + 0.5) * scale - 0.5) / spacing, 0.0,
                                     static_cast<double>(nodes - 1));
        const auto node = static_cast<std::int64_t>(at);
        if (m_stretches.empty() || m_stretches.back().node != node)
            m_stretches.push_back({node, std::min(node + 1, nodes - 1), x, x});
        m_stretches.back().end = x + 1;
        m_shares.push_back(static_cast<float>(at - static_cast<double>(node)));
        m_nodes.push_back(node);
    }
}

DetailRows::DetailRows(const DetailField& field, PixelSize picture)
    : m_field(field), m_rows(picture.height, field.fitted.height, field.height, field.spacing),
      m_columns(picture.width, field.fitted.width, field.width, field.spacing) {}

void DetailRows::row(std::int64_t y, const float* const guide[3], std::vector<float>& between,
                     float* const values[3]) const {
    constexpr std::int64_t kNumbers = DetailField::kNumbers;
    between.resize(static_cast<std::size_t>(m_field.width * kNumbers));
    const std::int64_t node = m_rows.nodeOf(y);
    lerpNodes(m_field.row(node), m_field.row(std::min(node + 1, m_field.height - 1)),
              m_rows.shares()[static_cast<std::size_t>(y)], m_field.width * kNumbers,
              between.data());
    valuesOfRow(m_columns, between.data(), guide, values);
}

} // namespace unlit::infer
