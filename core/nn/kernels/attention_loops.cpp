#include "core/nn/kernels/attention_loops.h"

#if defined(__x86_64__)

// GCC 12 takes the registers that its own intrinsics leave undefined on purpose for mistakes.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>

#include <algorithm>

#define UNLIT_AVX512 __attribute__((target("avx512f")))
#define UNLIT_AVX2 __attribute__((target("avx2,fma")))

namespace unlit::nn {

namespace {

// Loops over the accumulators are unrolled by name: GCC 12 keeps them in memory otherwise, and
// stores each of them after every product.
constexpr int kLanes512 = 16;
constexpr int kRegisters512 = 4; // 6 x 4 accumulators, 4 columns of B and a broadcast: 29 of 32
constexpr int kLanes256 = 8;     // 6 x 2 accumulators, 2 columns of B and a broadcast: 15 of 16

/// Cephes' polynomial for e^x beside 0, the first of its coefficients apart.
constexpr float kExpCoefficients[] = {1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f,
                                      1.6666665459e-1f, 5.0000001201e-1f};

/// `column`: a multiple of kAttentionLanes.
AttentionPanels panelsFrom(AttentionPanels b, int64_t column) {
    b.data += column / kAttentionLanes * b.panel;
    return b;
}

/// C[6, 16 * R] (+)= A[6, depth] B[depth, 16 * R].
template <int R>
UNLIT_AVX512 void multiplyTile512(const float* a, int64_t lda, AttentionPanels b, float* c,
                                  int64_t ldc, int64_t depth, bool accumulate) {
    __m512 sum[kAttentionRows][R];
#pragma GCC unroll 6
    for (int row = 0; row < kAttentionRows; ++row)
#pragma GCC unroll 4
        for (int r = 0; r < R; ++r)
            sum[row][r] =
                accumulate ? _mm512_loadu_ps(c + row * ldc + r * kLanes512) : _mm512_setzero_ps();
    for (int64_t k = 0; k < depth; ++k) {
        __m512 right[R];
        for (int r = 0; r < R; ++r)
            right[r] = _mm512_loadu_ps(b.data + k * b.row + r * b.panel);
#pragma GCC unroll 6
        for (int row = 0; row < kAttentionRows; ++row) {
            const __m512 left = _mm512_set1_ps(a[row * lda + k]);
#pragma GCC unroll 4
            for (int r = 0; r < R; ++r)
                sum[row][r] = _mm512_fmadd_ps(left, right[r], sum[row][r]);
        }
    }
#pragma GCC unroll 6
    for (int row = 0; row < kAttentionRows; ++row)
#pragma GCC unroll 4
        for (int r = 0; r < R; ++r)
            _mm512_storeu_ps(c + row * ldc + r * kLanes512, sum[row][r]);
}

/// C[rows, columns] (+)= A B; rows a multiple of 6, columns of 16.
UNLIT_AVX512 void multiply512(const float* a, int64_t lda, AttentionPanels b, float* c, int64_t ldc,
                              int64_t rows, int64_t columns, int64_t depth, bool accumulate) {
    for (int64_t column = 0; column < columns; column += kRegisters512 * kLanes512) {
        const int64_t registers = std::min<int64_t>(kRegisters512, (columns - column) / kLanes512);
        const auto tile = registers == 4   ? multiplyTile512<4>
                          : registers == 3 ? multiplyTile512<3>
                          : registers == 2 ? multiplyTile512<2>
                                           : multiplyTile512<1>;
        for (int64_t row = 0; row < rows; row += kAttentionRows)
            tile(a + row * lda, lda, panelsFrom(b, column), c + row * ldc + column, ldc, depth,
                 accumulate);
    }
}

UNLIT_AVX512 inline __m512 expNegative512(__m512 x) {
    const __mmask16 alive = _mm512_cmp_ps_mask(x, _mm512_set1_ps(-87.0f), _CMP_NLT_UQ);
    const __m512 n = _mm512_roundscale_ps(_mm512_mul_ps(x, _mm512_set1_ps(1.44269504088896341f)),
                                          _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    __m512 r = _mm512_fnmadd_ps(n, _mm512_set1_ps(0.693359375f), x);
    r = _mm512_fnmadd_ps(n, _mm512_set1_ps(-2.12194440e-4f), r);
    __m512 p = _mm512_set1_ps(1.9875691500e-4f);
    for (const float coefficient : kExpCoefficients)
        p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(coefficient));
    p = _mm512_add_ps(_mm512_fmadd_ps(p, _mm512_mul_ps(r, r), r), _mm512_set1_ps(1.0f));
    return _mm512_maskz_scalef_ps(alive, p, n);
}

UNLIT_AVX512 float takeWeights512(float* scores, int64_t count, AttentionRow& state) {
    __m512 most = _mm512_set1_ps(state.largest);
    for (int64_t i = 0; i < count; i += kLanes512)
        most = _mm512_max_ps(most, _mm512_load_ps(scores + i));
    const float largest = _mm512_reduce_max_ps(most);
    const __m512 shift = _mm512_set1_ps(largest);
    __m512 sum = _mm512_setzero_ps();
    for (int64_t i = 0; i < count; i += kLanes512) {
        const __m512 weight = expNegative512(_mm512_sub_ps(_mm512_load_ps(scores + i), shift));
        _mm512_store_ps(scores + i, weight);
        sum = _mm512_add_ps(sum, weight);
    }
    const float shrink = _mm512_cvtss_f32(expNegative512(_mm512_set1_ps(state.largest - largest)));
    state.sum = state.sum * shrink + _mm512_reduce_add_ps(sum);
    state.largest = largest;
    return shrink;
}

UNLIT_AVX512 void scaleRow512(float* row, int64_t count, float factor) {
    for (int64_t i = 0; i < count; i += kLanes512)
        _mm512_store_ps(row + i, _mm512_mul_ps(_mm512_load_ps(row + i), _mm512_set1_ps(factor)));
}

/// C[6, 16] (+)= A[6, depth] B[depth, 16].
UNLIT_AVX2 void multiplyTile256(const float* a, int64_t lda, AttentionPanels b, float* c,
                                int64_t ldc, int64_t depth, bool accumulate) {
    __m256 sum[kAttentionRows][2];
#pragma GCC unroll 6
    for (int row = 0; row < kAttentionRows; ++row)
#pragma GCC unroll 4
        for (int r = 0; r < 2; ++r)
            sum[row][r] =
                accumulate ? _mm256_loadu_ps(c + row * ldc + r * kLanes256) : _mm256_setzero_ps();
    for (int64_t k = 0; k < depth; ++k) {
        const __m256 first = _mm256_loadu_ps(b.data + k * b.row);
        const __m256 second = _mm256_loadu_ps(b.data + k * b.row + kLanes256);
#pragma GCC unroll 6
        for (int row = 0; row < kAttentionRows; ++row) {
            const __m256 left = _mm256_broadcast_ss(a + row * lda + k);
            sum[row][0] = _mm256_fmadd_ps(left, first, sum[row][0]);
            sum[row][1] = _mm256_fmadd_ps(left, second, sum[row][1]);
        }
    }
#pragma GCC unroll 6
    for (int row = 0; row < kAttentionRows; ++row)
#pragma GCC unroll 4
        for (int r = 0; r < 2; ++r)
            _mm256_storeu_ps(c + row * ldc + r * kLanes256, sum[row][r]);
}

UNLIT_AVX2 void multiply256(const float* a, int64_t lda, AttentionPanels b, float* c, int64_t ldc,
                            int64_t rows, int64_t columns, int64_t depth, bool accumulate) {
    for (int64_t column = 0; column < columns; column += kAttentionLanes)
        for (int64_t row = 0; row < rows; row += kAttentionRows)
            multiplyTile256(a + row * lda, lda, panelsFrom(b, column), c + row * ldc + column, ldc,
                            depth, accumulate);
}

/// 2^n by the exponent's bits: n is a whole number from -126 to 0 wherever the result counts.
UNLIT_AVX2 inline __m256 powerOfTwo(__m256 n) {
    const __m256i exponent = _mm256_add_epi32(_mm256_cvtps_epi32(n), _mm256_set1_epi32(127));
    return _mm256_castsi256_ps(_mm256_slli_epi32(exponent, 23));
}

UNLIT_AVX2 inline __m256 expNegative256(__m256 x) {
    const __m256 alive = _mm256_cmp_ps(x, _mm256_set1_ps(-87.0f), _CMP_NLT_UQ);
    const __m256 n = _mm256_round_ps(_mm256_mul_ps(x, _mm256_set1_ps(1.44269504088896341f)),
                                     _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    __m256 r = _mm256_fnmadd_ps(n, _mm256_set1_ps(0.693359375f), x);
    r = _mm256_fnmadd_ps(n, _mm256_set1_ps(-2.12194440e-4f), r);
    __m256 p = _mm256_set1_ps(1.9875691500e-4f);
    for (const float coefficient : kExpCoefficients)
        p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(coefficient));
    p = _mm256_add_ps(_mm256_fmadd_ps(p, _mm256_mul_ps(r, r), r), _mm256_set1_ps(1.0f));
    return _mm256_and_ps(alive, _mm256_mul_ps(p, powerOfTwo(n)));
}

UNLIT_AVX2 inline float largestOf(__m256 values) {
    __m128 most = _mm_max_ps(_mm256_castps256_ps128(values), _mm256_extractf128_ps(values, 1));
    most = _mm_max_ps(most, _mm_movehl_ps(most, most));
    return _mm_cvtss_f32(_mm_max_ss(most, _mm_shuffle_ps(most, most, 1)));
}

UNLIT_AVX2 inline float sumOf(__m256 values) {
    __m128 sum = _mm_add_ps(_mm256_castps256_ps128(values), _mm256_extractf128_ps(values, 1));
    sum = _mm_add_ps(sum, _mm_movehl_ps(sum, sum));
    return _mm_cvtss_f32(_mm_add_ss(sum, _mm_shuffle_ps(sum, sum, 1)));
}

UNLIT_AVX2 float takeWeights256(float* scores, int64_t count, AttentionRow& state) {
    __m256 most = _mm256_set1_ps(state.largest);
    for (int64_t i = 0; i < count; i += kLanes256)
        most = _mm256_max_ps(most, _mm256_load_ps(scores + i));
    const float largest = largestOf(most);
    const __m256 shift = _mm256_set1_ps(largest);
    __m256 sum = _mm256_setzero_ps();
    for (int64_t i = 0; i < count; i += kLanes256) {
        const __m256 weight = expNegative256(_mm256_sub_ps(_mm256_load_ps(scores + i), shift));
        _mm256_store_ps(scores + i, weight);
        sum = _mm256_add_ps(sum, weight);
    }
    const float shrink = _mm256_cvtss_f32(expNegative256(_mm256_set1_ps(state.largest - largest)));
    state.sum = state.sum * shrink + sumOf(sum);
    state.largest = largest;
    return shrink;
}

UNLIT_AVX2 void scaleRow256(float* row, int64_t count, float factor) {
    for (int64_t i = 0; i < count; i += kLanes256)
        _mm256_store_ps(row + i, _mm256_mul_ps(_mm256_load_ps(row + i), _mm256_set1_ps(factor)));
}

std::vector<AttentionLoops> loopsOfThisProcessor() {
    std::vector<AttentionLoops> loops;
    if (__builtin_cpu_supports("avx512f"))
        loops.push_back({"AVX-512", multiply512, takeWeights512, scaleRow512});
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        loops.push_back({"AVX2", multiply256, takeWeights256, scaleRow256});
    return loops;
}

} // namespace

const std::vector<AttentionLoops>& attentionLoops() {
    static const std::vector<AttentionLoops> kLoops = loopsOfThisProcessor();
    return kLoops;
}

} // namespace unlit::nn

#else

namespace unlit::nn {

const std::vector<AttentionLoops>& attentionLoops() {
    static const std::vector<AttentionLoops> kNone;
    return kNone;
}

} // namespace unlit::nn

#endif
