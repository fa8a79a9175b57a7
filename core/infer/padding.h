// Padding to sizes that the VAE can divide, taking it off again, and masks at latent resolution.
#pragma once

#include "core/tensor/target_size.h"

#include <torch/types.h>

namespace unlit::infer {

/// Pixels added at the bottom and at the right.
struct Padding {
    std::int64_t bottom = 0;
    std::int64_t right = 0;
};

/// What is missing to whole multiples of `factor`.
Padding paddingToMultiple(PixelSize size, std::int64_t factor);

/// What is missing to one whole latent cell: a side shorter than `factor` would leave nothing.
Padding paddingToOneCell(PixelSize size, std::int64_t factor);

/// Repeats the last row and column; the padding may be larger than the picture.
torch::Tensor padReplicate(const torch::Tensor& picture_NCHW, Padding padding);

/// Takes the padding off a decoded picture [..., H, W].
torch::Tensor unpad(const torch::Tensor& picture, Padding padding);

/// A latent cell is valid only if all its factor x factor pixels are; incomplete cells at the right
/// and bottom are dropped. `valid_N1HW`: bool or 0/1. Returns bool [N, 1, H / factor, W / factor].
torch::Tensor shrinkMask(const torch::Tensor& valid_N1HW, std::int64_t factor);

} // namespace unlit::infer
