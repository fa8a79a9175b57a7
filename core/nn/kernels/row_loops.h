// The inner loops of the fused operations: plain arrays, no torch, one thread.
#pragma once

#include "core/nn/kernels/number.h"

namespace unlit::nn {

/// What follows a normalisation in the same pass.
enum class Activation { None, Silu };

// `Number` of each pair is float or bfloat16's bits; arithmetic is float32.

/// For `pixels` rows of C channels: sum += (x - shift), squares += (x - shift)^2, channel by
/// channel. A shift near the mean keeps the squares from cancelling.
void addMoments(const float* x, int64_t pixels, int64_t channels, const float* shift, double* sum,
                double* squares);
void addMoments(const BFloat16Bits* x, int64_t pixels, int64_t channels, const float* shift,
                double* sum, double* squares);

/// y = activation(x * scale + offset), channel by channel.
void scaleChannels(const float* x, int64_t pixels, int64_t channels, const float* scale,
                   const float* offset, Activation activation, float* y);
void scaleChannels(const BFloat16Bits* x, int64_t pixels, int64_t channels, const float* scale,
                   const float* offset, Activation activation, BFloat16Bits* y);

// Gradients of y = activation(z), z = x * scale + offset, channel by channel; dz = dy * dy/dz.

/// ofDz += dz, ofDzX += dz * (x - mean), over `pixels` rows.
void addGradientSums(const float* x, const float* dy, int64_t pixels, int64_t channels,
                     const float* scale, const float* offset, Activation activation,
                     const float* mean, double* ofDz, double* ofDzX);
void addGradientSums(const BFloat16Bits* x, const BFloat16Bits* dy, int64_t pixels,
                     int64_t channels, const float* scale, const float* offset,
                     Activation activation, const float* mean, double* ofDz, double* ofDzX);

/// C numbers each.
struct GradientFactors {
    const float* mean;
    const float* ofDz;
    const float* ofX;
    const float* constant;
};

/// dx = dz * ofDz + (x - mean) * ofX + constant.
void mixGradients(const float* x, const float* dy, int64_t pixels, int64_t channels,
                  const float* scale, const float* offset, Activation activation,
                  const GradientFactors& factors, float* dx);
void mixGradients(const BFloat16Bits* x, const BFloat16Bits* dy, int64_t pixels, int64_t channels,
                  const float* scale, const float* offset, Activation activation,
                  const GradientFactors& factors, BFloat16Bits* dx);

/// Each row of `features` numbers to mean 0 and variance 1, times weight, plus bias.
void normaliseRows(const float* x, int64_t rows, int64_t features, const float* weight,
                   const float* bias, float epsilon, float* y);
void normaliseRows(const BFloat16Bits* x, int64_t rows, int64_t features, const float* weight,
                   const float* bias, float epsilon, BFloat16Bits* y);

/// Rows of 2 * `features` numbers, values then gates: y = value * gelu(gate).
void gateRows(const float* x, int64_t rows, int64_t features, float* y);
void gateRows(const BFloat16Bits* x, int64_t rows, int64_t features, BFloat16Bits* y);

/// A row as whole numbers from -most to most, rounded to the nearest; returns what one of them is
/// worth: NaN where a number of the row is not finite, and the row is zeros then.
float wholeNumbers(const float* x, int64_t features, int32_t most, int16_t* whole);

/// Sums of whole numbers back to what they stand for.
struct SumScales {
    const float* rows;    ///< one for each row
    const float* outputs; ///< one for each output
    const float* bias;    ///< one for each output; may be null
};

/// y = sum * row's scale * output's scale + bias; rows of sums are `step` numbers apart, of y
/// `stride`.
void scaleSums(const int32_t* sums, int64_t step, int64_t rows, int64_t outputs,
               const SumScales& scales, float* y, int64_t stride);
void scaleSums(const int32_t* sums, int64_t step, int64_t rows, int64_t outputs,
               const SumScales& scales, BFloat16Bits* y, int64_t stride);

} // namespace unlit::nn
