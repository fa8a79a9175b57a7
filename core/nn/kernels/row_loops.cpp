#include "core/nn/kernels/row_loops.h"

#include <cmath>

// Templates carry the code; the functions that are compiled for several instruction sets cannot be
// templates themselves, hence the pairs at the end.
#define UNLIT_INLINE __attribute__((always_inline)) inline

namespace unlit::nn {

namespace {

constexpr int64_t kBlockPixels = 64; // float32 sums over more would lose bits
constexpr int64_t kBlockChannels = 512;

template <class Number>
UNLIT_INLINE void addMomentsLoop(const Number* x, int64_t pixels, int64_t channels,
                                 const float* shift, double* sum, double* squares) {
    float partSum[kBlockChannels], partSquares[kBlockChannels];
    for (int64_t first = 0; first < channels; first += kBlockChannels) {
        const int64_t count = channels - first < kBlockChannels ? channels - first : kBlockChannels;
        for (int64_t block = 0; block < pixels; block += kBlockPixels) {
            const int64_t end = pixels - block < kBlockPixels ? pixels : block + kBlockPixels;
            for (int64_t c = 0; c < count; ++c)
                partSum[c] = partSquares[c] = 0;
            for (int64_t pixel = block; pixel < end; ++pixel) {
                const Number* row = x + pixel * channels + first;
                for (int64_t c = 0; c < count; ++c) {
                    const float distance = toFloat(row[c]) - shift[first + c];
                    partSum[c] += distance;
                    partSquares[c] += distance * distance;
                }
            }
            for (int64_t c = 0; c < count; ++c) {
                sum[first + c] += static_cast<double>(partSum[c]);
                squares[first + c] += static_cast<double>(partSquares[c]);
            }
        }
    }
}

template <class Number>
UNLIT_INLINE void scaleChannelsLoop(const Number* x, int64_t pixels, int64_t channels,
                                    const float* scale, const float* offset, Activation activation,
                                    Number* y) {
    for (int64_t pixel = 0; pixel < pixels; ++pixel) {
        const Number* in = x + pixel * channels;
        Number* out = y + pixel * channels;
        if (activation == Activation::Silu)
            for (int64_t c = 0; c < channels; ++c)
                store(fastSilu(toFloat(in[c]) * scale[c] + offset[c]), out[c]);
        else
            for (int64_t c = 0; c < channels; ++c)
                store(toFloat(in[c]) * scale[c] + offset[c], out[c]);
    }
}

template <bool kSilu>
UNLIT_INLINE float gradientOf(float x, float dy, float scale, float offset) {
    return kSilu ? dy * fastSiluSlope(x * scale + offset) : dy;
}

template <bool kSilu, class Number>
UNLIT_INLINE void addGradientSumsLoop(const Number* x, const Number* dy, int64_t pixels,
                                      int64_t channels, const float* scale, const float* offset,
                                      const float* mean, double* ofDz, double* ofDzX) {
    float part[kBlockChannels], partX[kBlockChannels];
    for (int64_t first = 0; first < channels; first += kBlockChannels) {
        const int64_t count = channels - first < kBlockChannels ? channels - first : kBlockChannels;
        for (int64_t block = 0; block < pixels; block += kBlockPixels) {
            const int64_t end = pixels - block < kBlockPixels ? pixels : block + kBlockPixels;
            for (int64_t c = 0; c < count; ++c)
                part[c] = partX[c] = 0;
            for (int64_t pixel = block; pixel < end; ++pixel) {
                const Number* row = x + pixel * channels + first;
                const Number* slopes = dy + pixel * channels + first;
                for (int64_t c = 0; c < count; ++c) {
                    const float value = toFloat(row[c]);
                    const float dz = gradientOf<kSilu>(value, toFloat(slopes[c]), scale[first + c],
                                                       offset[first + c]);
                    part[c] += dz;
                    partX[c] += dz * (value - mean[first + c]);
                }
            }
            for (int64_t c = 0; c < count; ++c) {
                ofDz[first + c] += static_cast<double>(part[c]);
                ofDzX[first + c] += static_cast<double>(partX[c]);
            }
        }
    }
}

template <bool kSilu, class Number>
UNLIT_INLINE void mixGradientsLoop(const Number* x, const Number* dy, int64_t pixels,
                                   int64_t channels, const float* scale, const float* offset,
                                   const GradientFactors& factors, Number* dx) {
    for (int64_t pixel = 0; pixel < pixels; ++pixel) {
        const Number* row = x + pixel * channels;
        const Number* slopes = dy + pixel * channels;
        Number* out = dx + pixel * channels;
        for (int64_t c = 0; c < channels; ++c) {
            const float value = toFloat(row[c]);
            const float dz = gradientOf<kSilu>(value, toFloat(slopes[c]), scale[c], offset[c]);
            store(dz * factors.ofDz[c] + (value - factors.mean[c]) * factors.ofX[c] +
                      factors.constant[c],
                  out[c]);
        }
    }
}

template <class Number>
UNLIT_INLINE void normaliseRowsLoop(const Number* x, int64_t rows, int64_t features,
                                    const float* weight, const float* bias, float epsilon,
                                    Number* y) {
    const float share = 1.0f / static_cast<float>(features);
    for (int64_t row = 0; row < rows; ++row) {
        const Number* in = x + row * features;
        Number* out = y + row * features;
        float sum = 0, squares = 0;
#pragma omp simd reduction(+ : sum)
        for (int64_t i = 0; i < features; ++i)
            sum += toFloat(in[i]);
        const float mean = sum * share;
#pragma omp simd reduction(+ : squares)
        for (int64_t i = 0; i < features; ++i)
            squares += (toFloat(in[i]) - mean) * (toFloat(in[i]) - mean);
        const float scale = 1.0f / std::sqrt(squares * share + epsilon);
        for (int64_t i = 0; i < features; ++i)
            store((toFloat(in[i]) - mean) * scale * weight[i] + bias[i], out[i]);
    }
}

template <class Number>
UNLIT_INLINE void gateRowsLoop(const Number* x, int64_t rows, int64_t features, Number* y) {
    for (int64_t row = 0; row < rows; ++row) {
        const Number* value = x + row * 2 * features;
        const Number* gate = value + features;
        Number* out = y + row * features;
        for (int64_t i = 0; i < features; ++i)
            store(toFloat(value[i]) * fastGelu(toFloat(gate[i])), out[i]);
    }
}

/// Bits without the sign are in the order of the sizes, and what is not finite has the largest.
UNLIT_INLINE int32_t largestBits(const float* x, int64_t features) {
    int32_t largest = 0;
    for (int64_t i = 0; i < features; ++i) {
        const int32_t size = __builtin_bit_cast(int32_t, x[i]) & 0x7fffffff;
        largest = size > largest ? size : largest;
    }
    return largest;
}

template <class Number>
UNLIT_INLINE void scaleSumsLoop(const int32_t* sums, int64_t step, int64_t rows, int64_t outputs,
                                const SumScales& scales, Number* y, int64_t stride) {
    const float *ofOutput = scales.outputs, *bias = scales.bias;
    for (int64_t row = 0; row < rows; ++row) {
        const int32_t* from = sums + row * step;
        const float scale = scales.rows[row];
        Number* to = y + row * stride;
        if (bias == nullptr)
            for (int64_t k = 0; k < outputs; ++k)
                store(static_cast<float>(from[k]) * (scale * ofOutput[k]), to[k]);
        else
            for (int64_t k = 0; k < outputs; ++k)
                store(static_cast<float>(from[k]) * (scale * ofOutput[k]) + bias[k], to[k]);
    }
}

} // namespace

UNLIT_VECTOR_LOOPS void addMoments(const float* x, int64_t pixels, int64_t channels,
                                   const float* shift, double* sum, double* squares) {
    addMomentsLoop(x, pixels, channels, shift, sum, squares);
}

UNLIT_VECTOR_LOOPS void addMoments(const BFloat16Bits* x, int64_t pixels, int64_t channels,
                                   const float* shift, double* sum, double* squares) {
    addMomentsLoop(x, pixels, channels, shift, sum, squares);
}

UNLIT_VECTOR_LOOPS void scaleChannels(const float* x, int64_t pixels, int64_t channels,
                                      const float* scale, const float* offset,
                                      Activation activation, float* y) {
    scaleChannelsLoop(x, pixels, channels, scale, offset, activation, y);
}

UNLIT_VECTOR_LOOPS void scaleChannels(const BFloat16Bits* x, int64_t pixels, int64_t channels,
                                      const float* scale, const float* offset,
                                      Activation activation, BFloat16Bits* y) {
    scaleChannelsLoop(x, pixels, channels, scale, offset, activation, y);
}

UNLIT_VECTOR_LOOPS void addGradientSums(const float* x, const float* dy, int64_t pixels,
                                        int64_t channels, const float* scale, const float* offset,
                                        Activation activation, const float* mean, double* ofDz,
                                        double* ofDzX) {
    if (activation == Activation::Silu)
        addGradientSumsLoop<true>(x, dy, pixels, channels, scale, offset, mean, ofDz, ofDzX);
    else
        addGradientSumsLoop<false>(x, dy, pixels, channels, scale, offset, mean, ofDz, ofDzX);
}

UNLIT_VECTOR_LOOPS void mixGradients(const float* x, const float* dy, int64_t pixels,
                                     int64_t channels, const float* scale, const float* offset,
                                     Activation activation, const GradientFactors& factors,
                                     float* dx) {
    if (activation == Activation::Silu)
        mixGradientsLoop<true>(x, dy, pixels, channels, scale, offset, factors, dx);
    else
        mixGradientsLoop<false>(x, dy, pixels, channels, scale, offset, factors, dx);
}

UNLIT_VECTOR_LOOPS void addGradientSums(const BFloat16Bits* x, const BFloat16Bits* dy,
                                        int64_t pixels, int64_t channels, const float* scale,
                                        const float* offset, Activation activation,
                                        const float* mean, double* ofDz, double* ofDzX) {
    if (activation == Activation::Silu)
        addGradientSumsLoop<true>(x, dy, pixels, channels, scale, offset, mean, ofDz, ofDzX);
    else
        addGradientSumsLoop<false>(x, dy, pixels, channels, scale, offset, mean, ofDz, ofDzX);
}

UNLIT_VECTOR_LOOPS void mixGradients(const BFloat16Bits* x, const BFloat16Bits* dy, int64_t pixels,
                                     int64_t channels, const float* scale, const float* offset,
                                     Activation activation, const GradientFactors& factors,
                                     BFloat16Bits* dx) {
    if (activation == Activation::Silu)
        mixGradientsLoop<true>(x, dy, pixels, channels, scale, offset, factors, dx);
    else
        mixGradientsLoop<false>(x, dy, pixels, channels, scale, offset, factors, dx);
}

UNLIT_VECTOR_LOOPS void normaliseRows(const float* x, int64_t rows, int64_t features,
                                      const float* weight, const float* bias, float epsilon,
                                      float* y) {
    normaliseRowsLoop(x, rows, features, weight, bias, epsilon, y);
}

UNLIT_VECTOR_LOOPS void normaliseRows(const BFloat16Bits* x, int64_t rows, int64_t features,
                                      const float* weight, const float* bias, float epsilon,
                                      BFloat16Bits* y) {
    normaliseRowsLoop(x, rows, features, weight, bias, epsilon, y);
}

UNLIT_VECTOR_LOOPS void gateRows(const float* x, int64_t rows, int64_t features, float* y) {
    gateRowsLoop(x, rows, features, y);
}

UNLIT_VECTOR_LOOPS void gateRows(const BFloat16Bits* x, int64_t rows, int64_t features,
                                 BFloat16Bits* y) {
    gateRowsLoop(x, rows, features, y);
}

UNLIT_VECTOR_LOOPS float wholeNumbers(const float* x, int64_t features, int32_t most,
                                      int16_t* whole) {
    constexpr int32_t kInfinityBits = 0x7f800000;
    const int32_t largest = largestBits(x, features);
    const bool isFinite = largest < kInfinityBits;
    const float scale = __builtin_bit_cast(float, largest) / static_cast<float>(most);
    // Sizes so small that their share of `most` is no normal number count as nothing.
    const float factor = isFinite && scale >= 1.17549435e-38F ? 1.0F / scale : 0.0F;
    for (int64_t i = 0; i < features; ++i) {
        const float value = isFinite ? __builtin_rintf(x[i] * factor) : 0.0F;
        whole[i] = static_cast<int16_t>(static_cast<int32_t>(value));
    }
    return isFinite ? scale : __builtin_nanf("");
}

UNLIT_VECTOR_LOOPS void scaleSums(const int32_t* sums, int64_t step, int64_t rows, int64_t outputs,
                                  const SumScales& scales, float* y, int64_t stride) {
    scaleSumsLoop(sums, step, rows, outputs, scales, y, stride);
}

UNLIT_VECTOR_LOOPS void scaleSums(const int32_t* sums, int64_t step, int64_t rows, int64_t outputs,
                                  const SumScales& scales, BFloat16Bits* y, int64_t stride) {
    scaleSumsLoop(sums, step, rows, outputs, scales, y, stride);
}

} // namespace unlit::nn
