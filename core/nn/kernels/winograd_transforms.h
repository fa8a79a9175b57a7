// To and from the places of Winograd's convolution F(4x4, 3x3): plain arrays, no torch, one thread.
//
// An output tile of 4x4 pixels comes from a window of 6x6. Both are carried to 36 numbers a channel
// ("places") in which the 3x3 convolution is one product: y = A^T [(G g G^T) * (B^T d B)] A
// (Lavin and Gray 2016), with Toom and Cook's points 0, +-3/4, +-3/2 and infinity: A and B
// are exact in binary, and the error is half of that of the usual points 0, +-1, +-2.
#pragma once

#include "core/nn/kernels/number.h"
#include "core/nn/kernels/winograd_products.h"

#include <cstdint>

namespace unlit::nn {

inline constexpr int64_t kTileSide = 4;
inline constexpr int64_t kWindowSide = 6;
inline constexpr int64_t kPlaces = kWindowSide * kWindowSide;

/// Numbers from one kernel to the next, along outputs and inputs, and from one of its weights to
/// the next, along rows and columns.
struct KernelStrides {
    int64_t output, input, row, column;
};

/// G g G^T of `count` kernels that follow each other along the outputs, kPanelWidth at most, for
/// each of `inputs`: places [inputs, kPanelWidth], `stride` numbers apart, zeros beyond `count`.
void placesOfKernels(const float* weight, const KernelStrides& strides, int64_t count,
                     int64_t inputs, float* places, int64_t stride);

/// G^T s G of the sums of addOuterProducts(): `sums` of one input, 36 places of `outputs` numbers,
/// `stride` numbers apart, into the kernels of that input, which follow each other in `weight`.
void kernelsOfPlaces(const float* sums, int64_t stride, int64_t outputs, float* weight,
                     const KernelStrides& strides);

// Of a tile: pointers to the `channels` numbers of each pixel, row by row; and 36 places of
// `channels` numbers, `stride` numbers apart. `scratch` holds 36 * channels numbers. Pixels are
// float or bfloat16's bits, which are rounded once; places are float.

/// B^T d B of 36 pixels.
void placesOfWindow(const float* const* pixels, int64_t channels, float* scratch, float* places,
                    int64_t stride);
void placesOfWindow(const BFloat16Bits* const* pixels, int64_t channels, float* scratch,
                    float* places, int64_t stride);

/// A d A^T of 16 pixels: how a change of the tile pulls on the places.
void placesOfTile(const float* const* pixels, int64_t channels, float* scratch, float* places,
                  int64_t stride);
void placesOfTile(const BFloat16Bits* const* pixels, int64_t channels, float* scratch,
                  float* places, int64_t stride);

/// A^T m A, plus `bias` unless it is null, into 16 pixels.
void tileOfPlaces(const float* places, int64_t stride, int64_t channels, const float* bias,
                  float* scratch, float* const* pixels);
void tileOfPlaces(const float* places, int64_t stride, int64_t channels, const float* bias,
                  float* scratch, BFloat16Bits* const* pixels);

} // namespace unlit::nn
