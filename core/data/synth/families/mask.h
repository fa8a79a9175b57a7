// Where one layer of a pattern lies: any of ten kinds of shapes, at any size, sharp or soft.
#pragma once

#include "core/data/synth/random.h"

#include <cstdint>

namespace unlit::synth {

/// Everything is drawn once; at() repeats without a seam and keeps no state.
class Mask {
public:
    explicit Mask(Random& random);

    /// How much of the layer is at `uv`, in [0,1].
    float at(Vec2 uv) const;

private:
    enum class Kind {
        Clouds,
        Patches,
        Net,
        Bands,
        Dots,
        Rings,
        Contours,
        Drift,
        Blocks,
        Strokes,
        Count
    };

    /// Above 0 inside, in about [-1,1]; bent places wrap like `uv` itself.
    float depthAt(Vec2 bent) const;
    // Likewise of one kind; `p` in cells.
    float scatteredDepth(Vec2 p) const;
    float blockDepth(Vec2 p) const;
    float strokeDepth(Vec2 p) const;

    Kind m_kind;
    int m_cells;          ///< along a side
    int m_slope;          ///< of bands: periods along v
    float m_share;        ///< of cells that are taken, or of the width of a band
    float m_level;        ///< at which clouds begin
    float m_width;        ///< of lines
    float m_softness;     ///< of edges
    float m_bend;         ///< of places, in tiles
    std::uint32_t m_seed; ///< of everything else
};

} // namespace unlit::synth
