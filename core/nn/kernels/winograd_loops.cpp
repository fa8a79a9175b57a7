#include "core/nn/kernels/winograd_loops.h"

#include "core/nn/kernels/number.h"

#include <cstring>

#define UNLIT_INLINE __attribute__((always_inline)) inline

namespace unlit::nn {

namespace {

/// Six numbers of a line of a window to six places: B^T.
UNLIT_INLINE void windowLine(const float* const (&d)[6], float* const (&to)[6], int64_t channels) {
    const float *d0 = d[0], *d1 = d[1], *d2 = d[2], *d3 = d[3], *d4 = d[4], *d5 = d[5];
    float *t0 = to[0], *t1 = to[1], *t2 = to[2], *t3 = to[3], *t4 = to[4], *t5 = to[5];
#pragma GCC ivdep
    for (int64_t c = 0; c < channels; ++c) {
        const float even = d4[c] - 2.25f * d2[c], odd = 0.75f * d3[c] - 1.6875f * d1[c];
        const float even2 = d4[c] - 0.5625f * d2[c], odd2 = 1.5f * d3[c] - 0.84375f * d1[c];
        const float first = 1.265625f * d0[c] - 2.8125f * d2[c] + d4[c];
        const float last = 1.265625f * d1[c] - 2.8125f * d3[c] + d5[c];
        t0[c] = first;
        t1[c] = even + odd;
        t2[c] = even - odd;
        t3[c] = even2 + odd2;
        t4[c] = even2 - odd2;
        t5[c] = last;
    }
}

/// Four numbers of a line of a tile to six places: A.
UNLIT_INLINE void tileLine(const float* const (&d)[4], float* const (&to)[6], int64_t channels) {
    const float *d0 = d[0], *d1 = d[1], *d2 = d[2], *d3 = d[3];
    float *t0 = to[0], *t1 = to[1], *t2 = to[2], *t3 = to[3], *t4 = to[4], *t5 = to[5];
#pragma GCC ivdep
    for (int64_t c = 0; c < channels; ++c) {
        const float even = d0[c] + 0.5625f * d2[c], odd = 0.75f * d1[c] + 0.421875f * d3[c];
        const float even2 = d0[c] + 2.25f * d2[c], odd2 = 1.5f * d1[c] + 3.375f * d3[c];
        t0[c] = d0[c];
        t1[c] = even + odd;
        t2[c] = even - odd;
        t3[c] = even2 + odd2;
        t4[c] = even2 - odd2;
        t5[c] = d3[c];
    }
}

/// Six places to the four numbers of a line of a tile: A^T, plus a bias.
template <bool kHasBias>
UNLIT_INLINE void lineOfPlaces(const float* const (&m)[6], const float* bias, float* const (&to)[4],
                               int64_t channels) {
    const float *m0 = m[0], *m1 = m[1], *m2 = m[2], *m3 = m[3], *m4 = m[4], *m5 = m[5];
    float *t0 = to[0], *t1 = to[1], *t2 = to[2], *t3 = to[3];
#pragma GCC ivdep
    for (int64_t c = 0; c < channels; ++c) {
        const float sum = m1[c] + m2[c], difference = m1[c] - m2[c];
        const float sum2 = m3[c] + m4[c], difference2 = m3[c] - m4[c];
        const float offset = kHasBias ? bias[c] : 0.0f;
        t0[c] = m0[c] + sum + sum2 + offset;
        t1[c] = 0.75f * difference + 1.5f * difference2 + offset;
        t2[c] = 0.5625f * sum + 2.25f * sum2 + offset;
        t3[c] = 0.421875f * difference + 3.375f * difference2 + m5[c] + offset;
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

/// `kWidth` floats side by side in one register.
template <int kWidth>
struct Lanes {
    typedef float Vector __attribute__((vector_size(kWidth * sizeof(float))));
    static constexpr int kCount = static_cast<int>(kPanelWidth) / kWidth;
};

/// kRowsAtOnce rows of sums over `terms` of left[row] * right[0 ... kPanelWidth - 1]: `step` from
/// one term to the next, `leftRow` from one row of the left to the next.
template <int kWidth, bool kAdds>
UNLIT_INLINE void sumPanel(const float* left, int64_t leftRow, int64_t leftStep, const float* right,
                           int64_t rightStep, int64_t terms, float* out, int64_t outRow) {
    using Vector = typename Lanes<kWidth>::Vector;
    constexpr int kCount = Lanes<kWidth>::kCount;
    Vector sums[kRowsAtOnce][kCount];
#pragma GCC unroll 6
    for (int row = 0; row < kRowsAtOnce; ++row)
#pragma GCC unroll 4
        for (int i = 0; i < kCount; ++i) {
            if constexpr (kAdds)
                std::memcpy(&sums[row][i], out + row * outRow + i * kWidth, sizeof(Vector));
            else
                sums[row][i] = Vector{};
        }
    for (int64_t term = 0; term < terms; ++term) {
        Vector factors[kCount];
#pragma GCC unroll 4
        for (int i = 0; i < kCount; ++i)
            std::memcpy(&factors[i], right + term * rightStep + i * kWidth, sizeof(Vector));
#pragma GCC unroll 6
        for (int row = 0; row < kRowsAtOnce; ++row) {
            const float factor = left[row * leftRow + term * leftStep];
#pragma GCC unroll 4
            for (int i = 0; i < kCount; ++i)
                sums[row][i] += factor * factors[i];
        }
    }
#pragma GCC unroll 6
    for (int row = 0; row < kRowsAtOnce; ++row)
#pragma GCC unroll 4
        for (int i = 0; i < kCount; ++i)
            std::memcpy(out + row * outRow + i * kWidth, &sums[row][i], sizeof(Vector));
}

template <int kWidth>
UNLIT_INLINE void multiplyRowsLoop(const float* rows, int64_t count, int64_t channels,
                                   const float* panels, int64_t outputs, float* out) {
    for (int64_t k = 0; k < outputs; k += kPanelWidth)
        for (int64_t row = 0; row < count; row += kRowsAtOnce)
            sumPanel<kWidth, false>(rows + row * channels, channels, 1, panels + k * channels,
                                    kPanelWidth, channels, out + row * outputs + k, outputs);
}

template <int kWidth>
UNLIT_INLINE void addOuterProductsLoop(const float* left, const float* right, int64_t count,
                                       int64_t channels, int64_t outputs, float* sum) {
    for (int64_t k = 0; k < outputs; k += kPanelWidth)
        for (int64_t c = 0; c < channels; c += kRowsAtOnce)
            sumPanel<kWidth, true>(left + c, 1, channels, right + k, outputs, count,
                                   sum + c * outputs + k, outputs);
}

// Registers differ in width, so each set of instructions has its own function.
struct Products {
    decltype(&multiplyRows) multiply;
    decltype(&addOuterProducts) addOuter;
};

void multiplyRowsPlain(const float* rows, int64_t count, int64_t channels, const float* panels,
                       int64_t outputs, float* out) {
    multiplyRowsLoop<4>(rows, count, channels, panels, outputs, out);
}

void addOuterProductsPlain(const float* left, const float* right, int64_t count, int64_t channels,
                           int64_t outputs, float* sum) {
    addOuterProductsLoop<4>(left, right, count, channels, outputs, sum);
}

#if defined(__x86_64__)

__attribute__((target("avx2,fma"))) void multiplyRowsAvx2(const float* rows, int64_t count,
                                                          int64_t channels, const float* panels,
                                                          int64_t outputs, float* out) {
    multiplyRowsLoop<8>(rows, count, channels, panels, outputs, out);
}

__attribute__((target("avx2,fma"))) void addOuterProductsAvx2(const float* left, const float* right,
                                                              int64_t count, int64_t channels,
                                                              int64_t outputs, float* sum) {
    addOuterProductsLoop<8>(left, right, count, channels, outputs, sum);
}

__attribute__((target("avx512f,avx2,fma"))) void
multiplyRowsAvx512(const float* rows, int64_t count, int64_t channels, const float* panels,
                   int64_t outputs, float* out) {
    multiplyRowsLoop<16>(rows, count, channels, panels, outputs, out);
}

__attribute__((target("avx512f,avx2,fma"))) void
addOuterProductsAvx512(const float* left, const float* right, int64_t count, int64_t channels,
                       int64_t outputs, float* sum) {
    addOuterProductsLoop<16>(left, right, count, channels, outputs, sum);
}

Products chosen() {
    if (__builtin_cpu_supports("avx512f"))
        return {multiplyRowsAvx512, addOuterProductsAvx512};
    if (hasWideProducts())
        return {multiplyRowsAvx2, addOuterProductsAvx2};
    return {multiplyRowsPlain, addOuterProductsPlain};
}

#else

Products chosen() {
    return {multiplyRowsPlain, addOuterProductsPlain};
}

#endif

const Products& products() {
    static const Products here = chosen();
    return here;
}

} // namespace

bool hasWideProducts() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}

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
    for (int64_t x = 0; x < 6; ++x) {
        const float* const column[6] = {pixels[x],      pixels[6 + x],  pixels[12 + x],
                                        pixels[18 + x], pixels[24 + x], pixels[30 + x]};
        float* const to[6] = {scratch + x * channels,        scratch + (6 + x) * channels,
                              scratch + (12 + x) * channels, scratch + (18 + x) * channels,
                              scratch + (24 + x) * channels, scratch + (30 + x) * channels};
        windowLine(column, to, channels);
    }
    for (int64_t y = 0; y < 6; ++y) {
        const float* line = scratch + 6 * y * channels;
        float* out = places + 6 * y * stride;
        const float* const row[6] = {line,
                                     line + channels,
                                     line + 2 * channels,
                                     line + 3 * channels,
                                     line + 4 * channels,
                                     line + 5 * channels};
        float* const to[6] = {out,
                              out + stride,
                              out + 2 * stride,
                              out + 3 * stride,
                              out + 4 * stride,
                              out + 5 * stride};
        windowLine(row, to, channels);
    }
}

UNLIT_VECTOR_LOOPS
void placesOfTile(const float* const* pixels, int64_t channels, float* scratch, float* places,
                  int64_t stride) {
    for (int64_t x = 0; x < 4; ++x) {
        const float* const column[4] = {pixels[x], pixels[4 + x], pixels[8 + x], pixels[12 + x]};
        float* const to[6] = {scratch + x * channels,        scratch + (4 + x) * channels,
                              scratch + (8 + x) * channels,  scratch + (12 + x) * channels,
                              scratch + (16 + x) * channels, scratch + (20 + x) * channels};
        tileLine(column, to, channels);
    }
    for (int64_t y = 0; y < 6; ++y) {
        const float* line = scratch + 4 * y * channels;
        float* out = places + 6 * y * stride;
        const float* const row[4] = {line, line + channels, line + 2 * channels,
                                     line + 3 * channels};
        float* const to[6] = {out,
                              out + stride,
                              out + 2 * stride,
                              out + 3 * stride,
                              out + 4 * stride,
                              out + 5 * stride};
        tileLine(row, to, channels);
    }
}

UNLIT_VECTOR_LOOPS
void tileOfPlaces(const float* places, int64_t stride, int64_t channels, const float* bias,
                  float* scratch, float* const* pixels) {
    for (int64_t x = 0; x < 6; ++x) {
        const float* column = places + x * stride;
        const float* const from[6] = {column,
                                      column + 6 * stride,
                                      column + 12 * stride,
                                      column + 18 * stride,
                                      column + 24 * stride,
                                      column + 30 * stride};
        float* const to[4] = {scratch + x * channels, scratch + (6 + x) * channels,
                              scratch + (12 + x) * channels, scratch + (18 + x) * channels};
        lineOfPlaces<false>(from, nullptr, to, channels);
    }
    for (int64_t y = 0; y < 4; ++y) {
        const float* line = scratch + 6 * y * channels;
        const float* const from[6] = {line,
                                      line + channels,
                                      line + 2 * channels,
                                      line + 3 * channels,
                                      line + 4 * channels,
                                      line + 5 * channels};
        float* const to[4] = {pixels[4 * y], pixels[4 * y + 1], pixels[4 * y + 2],
                              pixels[4 * y + 3]};
        if (bias != nullptr)
            lineOfPlaces<true>(from, bias, to, channels);
        else
            lineOfPlaces<false>(from, nullptr, to, channels);
    }
}

void multiplyRows(const float* rows, int64_t count, int64_t channels, const float* panels,
                  int64_t outputs, float* out) {
    products().multiply(rows, count, channels, panels, outputs, out);
}

void addOuterProducts(const float* left, const float* right, int64_t count, int64_t channels,
                      int64_t outputs, float* sum) {
    products().addOuter(left, right, count, channels, outputs, sum);
}

} // namespace unlit::nn
