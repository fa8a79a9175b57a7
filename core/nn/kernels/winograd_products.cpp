#include "core/nn/kernels/winograd_products.h"

#include <cstring>

#define UNLIT_INLINE __attribute__((always_inline)) inline

namespace unlit::nn {

namespace {

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

__attribute__((target("avx512f,avx2,fma"))) void multiplyRowsAvx512(const float* rows,
                                                                    int64_t count, int64_t channels,
                                                                    const float* panels,
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

void multiplyRows(const float* rows, int64_t count, int64_t channels, const float* panels,
                  int64_t outputs, float* out) {
    products().multiply(rows, count, channels, panels, outputs, out);
}

void addOuterProducts(const float* left, const float* right, int64_t count, int64_t channels,
                      int64_t outputs, float* sum) {
    products().addOuter(left, right, count, channels, outputs, sum);
}

} // namespace unlit::nn
