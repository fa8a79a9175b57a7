// A 3x3 convolution of a picture that was doubled, without the doubled picture.
#pragma once

#include <torch/types.h>

#include <cstdint>

namespace unlit::nn {

/// Whether phasesOf() costs less than it saves, for a picture of so many pixels before doubling.
/// CPU only: elsewhere nothing was measured.
bool isDoubledConvWorthIt(const torch::Tensor& x_NCHW);

/// A pixel of the doubled picture is one of four of a kind (odd or even row and column), and for
/// each kind the 3x3 kernel falls on 2x2 pixels of the picture before: weights that fall on the
/// same pixel are added up. [out, in, 3, 3] -> [4 out, in, 2, 2], kinds outermost: odd row and odd
/// column, odd and even, even and odd, both even. Computed in float32 at least; gradients flow.
torch::Tensor phasesOf(const torch::Tensor& weight);

/// conv2d(nearest_upsample(x, 2), weight, bias, padding 1) up to the order of sums, in 4 / 9 of the
/// products: x [N, in, H, W], `phases` as of phasesOf(), in the type of x, `bias` [out] ->
/// [N, out, 2H, 2W], channels last. Thread: any.
torch::Tensor doubledConv2dOf(const torch::Tensor& x_NCHW, const torch::Tensor& phases,
                              const torch::Tensor& bias);

} // namespace unlit::nn
