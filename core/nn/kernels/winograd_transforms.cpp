#include "core/nn/kernels/winograd_transforms.h"

#include "core/nn/kernels/number.h"

#include <array>
#include <cstring>

#define UNLIT_INLINE __attribute__((always_inline)) inline

namespace unlit::nn {

namespace {

/// kCount pointers, `step` numbers apart.
template <size_t kCount, class Number>
UNLIT_INLINE std::array<Number*, kCount> spaced(Number* first, int64_t step) {
    std::array<Number*, kCount> all;
    for (size_t i = 0; i < kCount; ++i)
        all[i] = first + static_cast<int64_t>(i) * step;
    return all;
}

/// Every kStep-th of the pixels from `first` on: a column.
template <size_t kCount, size_t kStep, class Number>
UNLIT_INLINE std::array<const Number*, kCount> columnOf(const Number* const* first) {
    std::array<const Number*, kCount> all;
    for (size_t i = 0; i < kCount; ++i)
        all[i] = first[i * kStep];
    return all;
}

/// Six numbers of a line of a window to six places: B^T.
template <class Number>
UNLIT_INLINE void windowLine(const std::array<const Number*, 6>& d, const std::array<float*, 6>& to,
                             int64_t channels) {
    const Number *d0 = d[0], *d1 = d[1], *d2 = d[2], *d3 = d[3], *d4 = d[4], *d5 = d[5];
    float *t0 = to[0], *t1 = to[1], *t2 = to[2], *t3 = to[3], *t4 = to[4], *t5 = to[5];
#pragma GCC ivdep
    for (int64_t c = 0; c < channels; ++c) {
        const float v1 = toFloat(d1[c]), v2 = toFloat(d2[c]), v3 = toFloat(d3[c]);
        const float v4 = toFloat(d4[c]);
        const float even = v4 - 2.25f * v2, odd = 0.75f * v3 - 1.6875f * v1;
        const float even2 = v4 - 0.5625f * v2, odd2 = 1.5f * v3 - 0.84375f * v1;
        const float first = 1.265625f * toFloat(d0[c]) - 2.8125f * v2 + v4;
        const float last = 1.265625f * v1 - 2.8125f * v3 + toFloat(d5[c]);
        t0[c] = first;
        t1[c] = even + odd;
        t2[c] = even - odd;
        t3[c] = even2 + odd2;
        t4[c] = even2 - odd2;
        t5[c] = last;
    }
}

/// Four numbers of a line of a tile to six places: A.
template <class Number>
UNLIT_INLINE void tileLine(const std::array<const Number*, 4>& d, const std::array<float*, 6>& to,
                           int64_t channels) {
    const Number *d0 = d[0], *d1 = d[1], *d2 = d[2], *d3 = d[3];
    float *t0 = to[0], *t1 = to[1], *t2 = to[2], *t3 = to[3], *t4 = to[4], *t5 = to[5];
#pragma GCC ivdep
    for (int64_t c = 0; c < channels; ++c) {
        const float v0 = toFloat(d0[c]), v1 = toFloat(d1[c]), v2 = toFloat(d2[c]);
        const float v3 = toFloat(d3[c]);
        const float even = v0 + 0.5625f * v2, odd = 0.75f * v1 + 0.421875f * v3;
        const float even2 = v0 + 2.25f * v2, odd2 = 1.5f * v1 + 3.375f * v3;
        t0[c] = v0;
        t1[c] = even + odd;
        t2[c] = even - odd;
        t3[c] = even2 + odd2;
        t4[c] = even2 - odd2;
        t5[c] = v3;
    }
}

/// Six places to the four numbers of a line of a tile: A^T, plus a bias.
template <bool kHasBias, class Number>
UNLIT_INLINE void lineOfPlaces(const std::array<const float*, 6>& m, const float* bias,
                               const std::array<Number*, 4>& to, int64_t channels) {
    const float *m0 = m[0], *m1 = m[1], *m2 = m[2], *m3 = m[3], *m4 = m[4], *m5 = m[5];
    Number *t0 = to[0], *t1 = to[1], *t2 = to[2], *t3 = to[3];
#pragma GCC ivdep
    for (int64_t c = 0; c < channels; ++c) {
        const float sum = m1[c] + m2[c], difference = m1[c] - m2[c];
        const float sum2 = m3[c] + m4[c], difference2 = m3[c] - m4[c];
        const float offset = kHasBias ? bias[c] : 0.0f;
        store(m0[c] + sum + sum2 + offset, t0[c]);
        store(0.75f * difference + 1.5f * difference2 + offset, t1[c]);
        store(0.5625f * sum + 2.25f * sum2 + offset, t2[c]);
        store(0.421875f * difference + 3.375f * difference2 + m5[c] + offset, t3[c]);
    }
}

/// Three numbers of a line of a kernel to six places: G.
UNLIT_INLINE void kernelLine(const float (&g)[3][kPanelWidth], float (&to)[6][kPanelWidth]) {
    for (int64_t k = 0; k < kPanelWidth; ++k) {
        const float even = -128.0f / 243 * g[0][k] - 8.0f / 27 * g[2][k];
        const float even2 = 32.0f / 243 * g[0][k] + 8.0f / 27 * g[2][k];
        to[0][k] = 64.0f / 81 * g[0][k];
        to[1][k] = even - 32.0f / 81 * g[1][k];
        to[2][k] = even + 32.0f / 81 * g[1][k];
        to[3][k] = even2 + 16.0f / 81 * g[1][k];
        to[4][k] = even2 - 16.0f / 81 * g[1][k];
        to[5][k] = g[2][k];
    }
}

/// Six places to the three numbers of a line of a kernel: G^T.
UNLIT_INLINE void lineOfKernel(const float (&s)[6][kPanelWidth], float (&to)[3][kPanelWidth]) {
    for (int64_t k = 0; k < kPanelWidth; ++k) {
        const float sum = s[1][k] + s[2][k], sum2 = s[3][k] + s[4][k];
        to[0][k] = 64.0f / 81 * s[0][k] - 128.0f / 243 * sum + 32.0f / 243 * sum2;
        to[1][k] = 32.0f / 81 * (s[2][k] - s[1][k]) + 16.0f / 81 * (s[3][k] - s[4][k]);
        to[2][k] = 8.0f / 27 * (sum2 - sum) + s[5][k];
    }
}

/// As their namesakes of the header.
template <class Number>
UNLIT_INLINE void windowPlaces(const Number* const* pixels, int64_t channels, float* scratch,
                               float* places, int64_t stride) {
    for (int64_t x = 0; x < 6; ++x)
        windowLine(columnOf<6, 6>(pixels + x), spaced<6>(scratch + x * channels, 6 * channels),
                   channels);
    for (int64_t y = 0; y < 6; ++y)
        windowLine(spaced<6, const float>(scratch + 6 * y * channels, channels),
                   spaced<6>(places + 6 * y * stride, stride), channels);
}

template <class Number>
UNLIT_INLINE void tilePlaces(const Number* const* pixels, int64_t channels, float* scratch,
                             float* places, int64_t stride) {
    for (int64_t x = 0; x < 4; ++x)
        tileLine(columnOf<4, 4>(pixels + x), spaced<6>(scratch + x * channels, 4 * channels),
                 channels);
    for (int64_t y = 0; y < 6; ++y)
        tileLine(spaced<4, const float>(scratch + 4 * y * channels, channels),
                 spaced<6>(places + 6 * y * stride, stride), channels);
}

template <class Number>
UNLIT_INLINE void placesTile(const float* places, int64_t stride, int64_t channels,
                             const float* bias, float* scratch, Number* const* pixels) {
    for (int64_t x = 0; x < 6; ++x)
        lineOfPlaces<false>(spaced<6>(places + x * stride, 6 * stride), nullptr,
                            spaced<4>(scratch + x * channels, 6 * channels), channels);
    for (int64_t y = 0; y < 4; ++y) {
        const auto from = spaced<6, const float>(scratch + 6 * y * channels, channels);
        const std::array<Number*, 4> to{pixels[4 * y], pixels[4 * y + 1], pixels[4 * y + 2],
                                        pixels[4 * y + 3]};
        if (bias != nullptr)
            lineOfPlaces<true>(from, bias, to, channels);
        else
            lineOfPlaces<false>(from, nullptr, to, channels);
    }
}

} // namespace

UNLIT_VECTOR_LOOPS
void placesOfKernels(const float* weight, const KernelStrides& strides, int64_t count,
                     int64_t inputs, float* places, int64_t stride) {
    float kernel[3][3][kPanelWidth] = {}; // by column, row, output
    for (int64_t input = 0; input < inputs; ++input) {
        const float* from = weight + input * strides.input;
        for (int64_t k = 0; k < count; ++k)
            for (int64_t y = 0; y < 3; ++y)
                for (int64_t x = 0; x < 3; ++x)
                    kernel[x][y][k] =
                        from[k * strides.output + y * strides.row + x * strides.column];
        float columns[3][6][kPanelWidth];
        for (int64_t x = 0; x < 3; ++x)
            kernelLine(kernel[x], columns[x]);
        for (int64_t y = 0; y < 6; ++y) {
            float row[3][kPanelWidth], out[6][kPanelWidth];
            for (int64_t x = 0; x < 3; ++x)
                std::memcpy(row[x], columns[x][y], sizeof row[x]);
            kernelLine(row, out);
            for (int64_t x = 0; x < 6; ++x)
                std::memcpy(places + (6 * y + x) * stride + input * kPanelWidth, out[x],
                            sizeof out[x]);
        }
    }
}

UNLIT_VECTOR_LOOPS
void kernelsOfPlaces(const float* sums, int64_t stride, int64_t outputs, float* weight,
                     const KernelStrides& strides) {
    for (int64_t first = 0; first < outputs; first += kPanelWidth) {
        const int64_t count = outputs - first < kPanelWidth ? outputs - first : kPanelWidth;
        float columns[6][3][kPanelWidth]; // by column of places, row of the kernel, output
        for (int64_t x = 0; x < 6; ++x) {
            float column[6][kPanelWidth] = {};
            for (int64_t y = 0; y < 6; ++y)
                for (int64_t k = 0; k < count; ++k)
                    column[y][k] = sums[(6 * y + x) * stride + first + k];
            lineOfKernel(column, columns[x]);
        }
        for (int64_t y = 0; y < 3; ++y) {
            float line[6][kPanelWidth], kernel[3][kPanelWidth];
            for (int64_t x = 0; x < 6; ++x)
                std::memcpy(line[x], columns[x][y], sizeof line[x]);
            lineOfKernel(line, kernel);
            for (int64_t x = 0; x < 3; ++x)
                for (int64_t k = 0; k < count; ++k)
                    weight[(first + k) * strides.output + y * strides.row + x * strides.column] =
                        kernel[x][k];
        }
    }
}

UNLIT_VECTOR_LOOPS
void placesOfWindow(const float* const* pixels, int64_t channels, float* scratch, float* places,
                    int64_t stride) {
    windowPlaces(pixels, channels, scratch, places, stride);
}

UNLIT_VECTOR_LOOPS
void placesOfWindow(const BFloat16Bits* const* pixels, int64_t channels, float* scratch,
                    float* places, int64_t stride) {
    windowPlaces(pixels, channels, scratch, places, stride);
}

UNLIT_VECTOR_LOOPS
void placesOfTile(const float* const* pixels, int64_t channels, float* scratch, float* places,
                  int64_t stride) {
    tilePlaces(pixels, channels, scratch, places, stride);
}

UNLIT_VECTOR_LOOPS
void placesOfTile(const BFloat16Bits* const* pixels, int64_t channels, float* scratch,
                  float* places, int64_t stride) {
    tilePlaces(pixels, channels, scratch, places, stride);
}

UNLIT_VECTOR_LOOPS
void tileOfPlaces(const float* places, int64_t stride, int64_t channels, const float* bias,
                  float* scratch, float* const* pixels) {
    placesTile(places, stride, channels, bias, scratch, pixels);
}

UNLIT_VECTOR_LOOPS
void tileOfPlaces(const float* places, int64_t stride, int64_t channels, const float* bias,
                  float* scratch, BFloat16Bits* const* pixels) {
    placesTile(places, stride, channels, bias, scratch, pixels);
}

} // namespace unlit::nn
