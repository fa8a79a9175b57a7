#include "core/nn/kernels/int8_loops.h"

namespace unlit::nn {

namespace {

void multiplyPlain(const int16_t* rows, int64_t stride, int64_t count, const int8_t* panel,
                   int64_t pairs, int32_t* sums) {
    for (int64_t row = 0; row < count; ++row) {
        int32_t sum[kInt8Outputs] = {};
        const int16_t* numbers = rows + row * stride;
        for (int64_t pair = 0; pair < pairs; ++pair)
            for (int64_t output = 0; output < kInt8Outputs; ++output) {
                const int8_t* weights = panel + (pair * kInt8Outputs + output) * 2;
                sum[output] += numbers[2 * pair] * weights[0] + numbers[2 * pair + 1] * weights[1];
            }
        for (int64_t output = 0; output < kInt8Outputs; ++output)
            sums[row * kInt8Outputs + output] = sum[output];
    }
}

} // namespace

} // namespace unlit::nn

#if defined(__x86_64__)

// GCC 12 takes the registers that its own intrinsics leave undefined on purpose for mistakes.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>

#include <cstring>

#define UNLIT_VNNI __attribute__((target("avx512f,avx512bw,avx512vnni")))
#define UNLIT_AVX2 __attribute__((target("avx2")))

namespace unlit::nn {

namespace {

constexpr int64_t kLanes256 = 8; // 6 x 2 sums, 2 registers of weights and a broadcast: 15 of 16
constexpr int64_t kPanelStep = 2 * kInt8Outputs;

/// Two neighbours of a row as the processor takes them together.
inline int32_t pairAt(const int16_t* row, int64_t pair) {
    int32_t both;
    std::memcpy(&both, row + 2 * pair, sizeof both);
    return both;
}

UNLIT_AVX2 inline __m256i eightOutputs(const int8_t* weights) {
    return _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(weights)));
}

UNLIT_AVX2 void multiplySix256(const int16_t* rows, int64_t stride, const int8_t* panel,
                               int64_t pairs, int32_t* sums) {
    __m256i sum[kInt8Rows][2];
#pragma GCC unroll 6
    for (int row = 0; row < kInt8Rows; ++row)
        sum[row][0] = sum[row][1] = _mm256_setzero_si256();
    for (int64_t pair = 0; pair < pairs; ++pair) {
        const __m256i first = eightOutputs(panel + pair * kPanelStep);
        const __m256i second = eightOutputs(panel + pair * kPanelStep + kInt8Outputs);
#pragma GCC unroll 6
        for (int row = 0; row < kInt8Rows; ++row) {
            const __m256i both = _mm256_set1_epi32(pairAt(rows + row * stride, pair));
            sum[row][0] = _mm256_add_epi32(sum[row][0], _mm256_madd_epi16(both, first));
            sum[row][1] = _mm256_add_epi32(sum[row][1], _mm256_madd_epi16(both, second));
        }
    }
#pragma GCC unroll 6
    for (int row = 0; row < kInt8Rows; ++row)
#pragma GCC unroll 2
        for (int half = 0; half < 2; ++half)
            _mm256_storeu_si256(
                reinterpret_cast<__m256i*>(sums + row * kInt8Outputs + half * kLanes256),
                sum[row][half]);
}

UNLIT_AVX2 void multiply256(const int16_t* rows, int64_t stride, int64_t count, const int8_t* panel,
                            int64_t pairs, int32_t* sums) {
    for (int64_t row = 0; row < count; row += kInt8Rows)
        multiplySix256(rows + row * stride, stride, panel, pairs, sums + row * kInt8Outputs);
}

/// kCount rows: twelve sums keep both units busy for as long as one sum takes.
template <int kCount>
UNLIT_VNNI void multiplySome512(const int16_t* rows, int64_t stride, const int8_t* panel,
                                int64_t pairs, int32_t* sums) {
    __m512i sum[kCount];
#pragma GCC unroll 12
    for (int row = 0; row < kCount; ++row)
        sum[row] = _mm512_setzero_si512();
    for (int64_t pair = 0; pair < pairs; ++pair) {
        const __m512i weights = _mm512_cvtepi8_epi16(
            _mm256_loadu_si256(reinterpret_cast<const __m256i*>(panel + pair * kPanelStep)));
#pragma GCC unroll 12
        for (int row = 0; row < kCount; ++row)
            sum[row] = _mm512_dpwssd_epi32(
                sum[row], _mm512_set1_epi32(pairAt(rows + row * stride, pair)), weights);
    }
#pragma GCC unroll 12
    for (int row = 0; row < kCount; ++row)
        _mm512_storeu_si512(sums + row * kInt8Outputs, sum[row]);
}

UNLIT_VNNI void multiply512(const int16_t* rows, int64_t stride, int64_t count, const int8_t* panel,
                            int64_t pairs, int32_t* sums) {
    constexpr int kTwelve = 2 * kInt8Rows;
    int64_t row = 0;
    for (; row + kTwelve <= count; row += kTwelve)
        multiplySome512<kTwelve>(rows + row * stride, stride, panel, pairs,
                                 sums + row * kInt8Outputs);
    if (row < count)
        multiplySome512<kInt8Rows>(rows + row * stride, stride, panel, pairs,
                                   sums + row * kInt8Outputs);
}

std::vector<Int8Loops> loopsOfThisProcessor() {
    std::vector<Int8Loops> loops;
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vnni"))
        loops.push_back({"AVX-512 VNNI", multiply512});
    if (__builtin_cpu_supports("avx2"))
        loops.push_back({"AVX2", multiply256});
    loops.push_back({"plain", multiplyPlain});
    return loops;
}

} // namespace

} // namespace unlit::nn

#else

namespace unlit::nn {

namespace {

std::vector<Int8Loops> loopsOfThisProcessor() {
    return {{"plain", multiplyPlain}};
}

} // namespace

} // namespace unlit::nn

#endif

namespace unlit::nn {

const std::vector<Int8Loops>& int8Loops() {
    static const std::vector<Int8Loops> kLoops = loopsOfThisProcessor();
    return kLoops;
}

} // namespace unlit::nn
