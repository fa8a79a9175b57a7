// A canvas on which weighted tiles are summed, in whole numbers: whichever tile comes first, the
// sum is the same to the last bit.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace unlit::infer {

class TileBlend {
public:
    /// What the numbers are, which decides how finely they are kept.
    enum class Values {
        Latents, ///< steps of 2^-32 within ±2^31, 8 bytes each
        Unit,    ///< pictures in [0,1]: steps of 2^-30, 4 bytes each
    };

    /// `shape`: [..., H, W], on the CPU.
    TileBlend(const std::vector<std::int64_t>& shape, Values values);

    /// Adds weights_hw · tile [..., h, w] with its first cell at (row, column). Every value finite;
    /// on any device. The weights of all tiles at one cell sum up to 1.
    void add(const torch::Tensor& tile, const torch::Tensor& weights_hw, std::int64_t row,
             std::int64_t column);

    /// Rows [first, first + count) as float32: [..., count, W].
    torch::Tensor rows(std::int64_t first, std::int64_t count) const;

    /// All of them.
    torch::Tensor sum() const { return rows(0, m_sum.size(-2)); }

    /// Moves everything up by `count` rows; what comes in at the bottom is 0.
    void moveUp(std::int64_t count);

private:
    double m_scale;
    torch::Tensor m_sum;
};

} // namespace unlit::infer
