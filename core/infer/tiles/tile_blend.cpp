#include "core/infer/tiles/tile_blend.h"

#include <cmath>

namespace unlit::infer {

namespace {

constexpr int kLatentBits = 32;
constexpr int kUnitBits = 30;

} // namespace

TileBlend::TileBlend(const std::vector<std::int64_t>& shape, Values values)
    : m_scale(std::ldexp(1.0, values == Values::Latents ? kLatentBits : kUnitBits)),
      m_sum(torch::zeros(shape, values == Values::Latents ? torch::kInt64 : torch::kInt32)) {}

void TileBlend::add(const torch::Tensor& tile, const torch::Tensor& weights_hw, std::int64_t row,
                    std::int64_t column) {
    const torch::Tensor weighted =
        tile.to(torch::kCPU, torch::kFloat64).mul(weights_hw).mul_(m_scale).round_();
    m_sum.narrow(-2, row, tile.size(-2))
        .narrow(-1, column, tile.size(-1))
        .add_(weighted.to(m_sum.scalar_type()));
}

torch::Tensor TileBlend::rows(std::int64_t first, std::int64_t count) const {
    return m_sum.narrow(-2, first, count).to(torch::kFloat64).mul_(1 / m_scale).to(torch::kFloat32);
}

void TileBlend::moveUp(std::int64_t count) {
    const std::int64_t height = m_sum.size(-2);
    const std::int64_t kept = height - count;
    // Row by row: the two stretches overlap.
    for (std::int64_t row = 0; row < kept; ++row)
        m_sum.select(-2, row).copy_(m_sum.select(-2, row + count));
    m_sum.narrow(-2, kept, count).zero_();
}

} // namespace unlit::infer
