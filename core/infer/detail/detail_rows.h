// Evaluates a field of coefficients on the rows of a picture of any size.
#pragma once

#include "core/infer/detail/detail_fit.h"
#include "core/tensor/target_size.h"

#include <cstdint>
#include <vector>

namespace unlit::infer {

/// Nodes that the pixels of one axis lie between: bilinear, pixel centres over pixel centres
/// (align_corners=False), constant beyond the last node.
class NodeAxis {
public:
    /// `pixels` of the large picture lie over `fitted` of the small one, `nodes` are `spacing` of
    /// those apart.
    NodeAxis(std::int64_t pixels, std::int64_t fitted, std::int64_t nodes, int spacing);

    /// Pixels [begin, end) that lie between two nodes.
    struct Stretch {
        std::int64_t node = 0;
        std::int64_t next = 0;
        std::int64_t begin = 0;
        std::int64_t end = 0;
    };

    const std::vector<Stretch>& stretches() const { return m_stretches; }

    /// Share of the second node.
    const std::vector<float>& shares() const { return m_shares; }

    std::int64_t nodeOf(std::int64_t pixel) const {
        return m_nodes[static_cast<std::size_t>(pixel)];
    }

private:
    std::vector<Stretch> m_stretches;
    std::vector<float> m_shares;
    std::vector<std::int64_t> m_nodes;
};

/// For pictures of one size. Immutable; any thread.
class DetailRows {
public:
    /// `field` outlives it.
    DetailRows(const DetailField& field, PixelSize picture);

    /// One row of `guide`, three rows of `width` values in [0,1], to three rows of values.
    /// `between`: room for a row of nodes, kept by the caller.
    void row(std::int64_t y, const float* const guide[3], std::vector<float>& between,
             float* const values[3]) const;

private:
    const DetailField& m_field;
    NodeAxis m_rows;
    NodeAxis m_columns;
};

} // namespace unlit::infer
