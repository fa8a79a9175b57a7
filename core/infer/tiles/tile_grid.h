// How a canvas is cut into overlapping tiles, and how much each counts where they overlap.
#pragma once

#include "core/tensor/target_size.h"

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace unlit::infer {

/// A stretch of one axis.
struct TileSpan {
    std::int64_t begin = 0;
    std::int64_t length = 0;

    std::int64_t end() const { return begin + length; }

    friend bool operator==(const TileSpan&, const TileSpan&) = default;
};

/// One tile: which rows and columns of the canvas.
struct TilePlace {
    TileSpan rows;
    TileSpan columns;
};

/// Value type. All tiles have one size; the canvas is covered from edge to edge, with tiles spread
/// evenly, so that neighbours share at least `overlap`.
class TileGrid {
public:
    /// In any unit: cells of a latent, pixels. 0 <= overlap < tile; a canvas shorter than a tile
    /// has one tile of its own length. Throws Error::internal for sizes that are none.
    TileGrid(PixelSize canvas, std::int64_t tile, std::int64_t overlap);

    /// The same cut in a unit that is `factor` times finer: cells to pixels.
    TileGrid scaled(std::int64_t factor) const;

    const PixelSize& canvas() const { return m_canvas; }

    std::int64_t overlap() const { return m_overlap; }

    PixelSize tileSize() const { return {m_rows.front().length, m_columns.front().length}; }

    const std::vector<TileSpan>& rows() const { return m_rows; }

    const std::vector<TileSpan>& columns() const { return m_columns; }

    /// Row by row from the top left.
    std::vector<TilePlace> places() const;

    std::int64_t count() const {
        return static_cast<std::int64_t>(m_rows.size() * m_columns.size());
    }

    /// [rows, columns] of the place, float32 on the CPU: 1 where a tile is alone; where tiles
    /// overlap the weights fall to the tile's border as a squared cosine and sum up to 1.
    torch::Tensor weights(const TilePlace& place) const;

private:
    TileGrid() = default;

    PixelSize m_canvas;
    std::int64_t m_overlap = 0;
    std::vector<TileSpan> m_rows;
    std::vector<TileSpan> m_columns;
};

} // namespace unlit::infer
