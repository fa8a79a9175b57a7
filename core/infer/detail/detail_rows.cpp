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

/// Twelve coefficients at the first node of a stretch, and what they change by to the next.
struct Slope {
    float at[DetailField::kNumbers];
    float change[DetailField::kNumbers];
};

UNLIT_VECTOR_LOOPS void valuesOfStretch(const Slope& slope, const float* shares,
                                        const float* const guide[3], std::int64_t begin,
                                        std::int64_t end, float* const values[3]) {
    const float* g0 = guide[0];
    const float* g1 = guide[1];
    const float* g2 = guide[2];
    for (int c = 0; c < 3; ++c) {
        const float* at = slope.at + 4 * c;
        const float* change = slope.change + 4 * c;
        float* value = values[c];
        for (std::int64_t x = begin; x < end; ++x) {
            const float share = shares[x];
            value[x] = (at[0] + share * change[0]) * (g0[x] - kGuideCentre) +
                       (at[1] + share * change[1]) * (g1[x] - kGuideCentre) +
                       (at[2] + share * change[2]) * (g2[x] - kGuideCentre) +
                       (at[3] + share * change[3]);
        }
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
    for (const NodeAxis::Stretch& stretch : m_columns.stretches()) {
        Slope slope{};
        const float* first = between.data() + stretch.node * kNumbers;
        const float* second = between.data() + stretch.next * kNumbers;
        for (std::int64_t k = 0; k < kNumbers; ++k) {
            slope.at[k] = first[k];
            slope.change[k] = second[k] - first[k];
        }
        valuesOfStretch(slope, m_columns.shares().data(), guide, stretch.begin, stretch.end,
                        values);
    }
}

} // namespace unlit::infer
