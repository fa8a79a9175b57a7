#include "core/nn/kernels/fused_attention.h"

#include "core/nn/kernels/number.h"

#if defined(__x86_64__)

#include <ATen/Parallel.h>

// GCC 12 takes the registers that its own intrinsics leave undefined on purpose for mistakes.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <new>

#define UNLIT_AVX512 __attribute__((target("avx512f")))

namespace unlit::nn {

namespace {

constexpr int kLanes = 16;   // floats of one register
constexpr int kTileRows = 6; // 6 x 4 accumulators, 4 columns of B and a broadcast: 29 registers
constexpr int kTileRegisters = 4;
constexpr int64_t kQueryBlock = 96; // rows of scores held at once; a multiple of kTileRows
constexpr int64_t kKeyBlock = 512;  // columns: 96 x 512 floats lie in the second-level cache

int64_t roundUp(int64_t value, int64_t step) {
    return (value + step - 1) / step * step;
}

/// Memory for whole registers.
class Floats {
public:
    explicit Floats(int64_t count)
        : m_data(static_cast<float*>(
              ::operator new(static_cast<size_t>(count) * sizeof(float), kAlignment))) {}

    float* get() const { return m_data.get(); }

private:
    static constexpr std::align_val_t kAlignment{64};

    struct Free {
        void operator()(float* data) const { ::operator delete(data, kAlignment); }
    };

    std::unique_ptr<float, Free> m_data;
};

/// C[6, 16 * R] (+)= A[6, depth] B[depth, 16 * R], rows `lda`, `ldb`, `ldc` floats apart.
template <int R>
UNLIT_AVX512 void multiplyTile(const float* a, int64_t lda, const float* b, int64_t ldb, float* c,
                               int64_t ldc, int64_t depth, bool accumulate) {
    __m512 sum[kTileRows][R];
    for (int row = 0; row < kTileRows; ++row)
        for (int r = 0; r < R; ++r)
            sum[row][r] =
                accumulate ? _mm512_loadu_ps(c + row * ldc + r * kLanes) : _mm512_setzero_ps();
    for (int64_t k = 0; k < depth; ++k) {
        __m512 right[R];
        for (int r = 0; r < R; ++r)
            right[r] = _mm512_loadu_ps(b + k * ldb + r * kLanes);
        for (int row = 0; row < kTileRows; ++row) {
            const __m512 left = _mm512_set1_ps(a[row * lda + k]);
            for (int r = 0; r < R; ++r)
                sum[row][r] = _mm512_fmadd_ps(left, right[r], sum[row][r]);
        }
    }
    for (int row = 0; row < kTileRows; ++row)
        for (int r = 0; r < R; ++r)
            _mm512_storeu_ps(c + row * ldc + r * kLanes, sum[row][r]);
}

/// C[rows, columns] (+)= A B; rows a multiple of 6, columns of 16.
UNLIT_AVX512 void multiply(const float* a, int64_t lda, const float* b, int64_t ldb, float* c,
                           int64_t ldc, int64_t rows, int64_t columns, int64_t depth,
                           bool accumulate) {
    for (int64_t column = 0; column < columns; column += kTileRegisters * kLanes) {
        const int64_t registers = std::min<int64_t>(kTileRegisters, (columns - column) / kLanes);
        const auto tile = registers == 4   ? multiplyTile<4>
                          : registers == 3 ? multiplyTile<3>
                          : registers == 2 ? multiplyTile<2>
                                           : multiplyTile<1>;
        for (int64_t row = 0; row < rows; row += kTileRows)
            tile(a + row * lda, lda, b + column, ldb, c + row * ldc + column, ldc, depth,
                 accumulate);
    }
}

/// e^x for x <= 0, relative error below 2e-7 (Cephes' polynomial); below -87 the result is 0. A NaN
/// stays one.
UNLIT_AVX512 inline __m512 expNegative(__m512 x) {
    const __mmask16 alive = _mm512_cmp_ps_mask(x, _mm512_set1_ps(-87.0f), _CMP_NLT_UQ);
    const __m512 n = _mm512_roundscale_ps(_mm512_mul_ps(x, _mm512_set1_ps(1.44269504088896341f)),
                                          _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    __m512 r = _mm512_fnmadd_ps(n, _mm512_set1_ps(0.693359375f), x);
    r = _mm512_fnmadd_ps(n, _mm512_set1_ps(-2.12194440e-4f), r);
    __m512 p = _mm512_set1_ps(1.9875691500e-4f);
    for (const float coefficient :
         {1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f, 1.6666665459e-1f, 5.0000001201e-1f})
        p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(coefficient));
    p = _mm512_add_ps(_mm512_fmadd_ps(p, _mm512_mul_ps(r, r), r), _mm512_set1_ps(1.0f));
    return _mm512_maskz_scalef_ps(alive, p, n);
}

/// The running softmax of one row of scores.
struct RowState {
    float largest = -std::numeric_limits<float>::infinity();
    float sum = 0;
};

/// Turns a row of scores into weights relative to the largest score so far. Returns the factor by
/// which what was summed before has to shrink.
UNLIT_AVX512 float takeWeights(float* scores, int64_t count, RowState& state) {
    __m512 most = _mm512_set1_ps(state.largest);
    for (int64_t i = 0; i < count; i += kLanes)
        most = _mm512_max_ps(most, _mm512_load_ps(scores + i));
    const float largest = _mm512_reduce_max_ps(most);
    const __m512 shift = _mm512_set1_ps(largest);
    __m512 sum = _mm512_setzero_ps();
    for (int64_t i = 0; i < count; i += kLanes) {
        const __m512 weight = expNegative(_mm512_sub_ps(_mm512_load_ps(scores + i), shift));
        _mm512_store_ps(scores + i, weight);
        sum = _mm512_add_ps(sum, weight);
    }
    const float shrink = _mm512_cvtss_f32(expNegative(_mm512_set1_ps(state.largest - largest)));
    state.sum = state.sum * shrink + _mm512_reduce_add_ps(sum);
    state.largest = largest;
    return shrink;
}

UNLIT_AVX512 void scaleRow(float* row, int64_t count, float factor) {
    for (int64_t i = 0; i < count; i += kLanes)
        _mm512_store_ps(row + i, _mm512_mul_ps(_mm512_load_ps(row + i), _mm512_set1_ps(factor)));
}

/// Everything about one (sample, head); Number is float or BFloat16Bits.
template <class Number>
class Head {
public:
    Head(const FusedAttentionTask& task, int64_t sample, int64_t head)
        : m_task(task), m_stride(task.heads * task.headWidth),
          m_queries(static_cast<const Number*>(task.query) +
                    offset(sample, head, task.queryTokens)),
          m_keys(static_cast<const Number*>(task.key) + offset(sample, head, task.keyTokens)),
          m_values(static_cast<const Number*>(task.value) + offset(sample, head, task.keyTokens)),
          m_output(static_cast<Number*>(task.output) + offset(sample, head, task.queryTokens)),
          m_paddedKeys(roundUp(task.keyTokens, kLanes)),
          m_paddedWidth(roundUp(task.headWidth, kLanes)) {}

    int64_t packedKeyFloats() const { return m_task.headWidth * m_paddedKeys; }

    int64_t packedValueFloats() const { return m_paddedKeys * m_paddedWidth; }

    /// keys -> [K, paddedKeys], values -> [paddedKeys, paddedWidth]
    void pack(float* keys, float* values) const {
        for (int64_t k = 0; k < m_task.headWidth; ++k)
            for (int64_t m = 0; m < m_paddedKeys; ++m)
                keys[k * m_paddedKeys + m] =
                    m < m_task.keyTokens ? toFloat(m_keys[m * m_stride + k]) : 0.0f;
        for (int64_t m = 0; m < m_paddedKeys; ++m)
            for (int64_t k = 0; k < m_paddedWidth; ++k)
                values[m * m_paddedWidth + k] = m < m_task.keyTokens && k < m_task.headWidth
                                                    ? toFloat(m_values[m * m_stride + k])
                                                    : 0.0f;
    }

    /// The block of queries that begins at `first`.
    void attend(int64_t first, const float* keys, const float* values) const {
        const int64_t count = std::min(kQueryBlock, m_task.queryTokens - first);
        const int64_t rows = roundUp(count, kTileRows);
        const Floats queries(rows * m_task.headWidth), scores(rows * kKeyBlock),
            output(rows * m_paddedWidth);
        loadQueries(first, count, rows, queries.get());
        std::fill_n(output.get(), rows * m_paddedWidth, 0.0f);
        RowState states[kQueryBlock];
        for (int64_t key = 0; key < m_paddedKeys; key += kKeyBlock) {
            const int64_t columns = std::min(kKeyBlock, m_paddedKeys - key);
            multiply(queries.get(), m_task.headWidth, keys + key, m_paddedKeys, scores.get(),
                     kKeyBlock, rows, columns, m_task.headWidth, false);
            hidePadding(scores.get(), rows, key, columns);
            for (int64_t row = 0; row < rows; ++row)
                scaleRow(output.get() + row * m_paddedWidth, m_paddedWidth,
                         takeWeights(scores.get() + row * kKeyBlock, columns, states[row]));
            multiply(scores.get(), kKeyBlock, values + key * m_paddedWidth, m_paddedWidth,
                     output.get(), m_paddedWidth, rows, m_paddedWidth, columns, true);
        }
        storeOutput(first, count, output.get(), states);
    }

private:
    int64_t offset(int64_t sample, int64_t head, int64_t tokens) const {
        return sample * tokens * m_stride + head * m_task.headWidth;
    }

    void loadQueries(int64_t first, int64_t count, int64_t rows, float* queries) const {
        for (int64_t row = 0; row < rows; ++row)
            for (int64_t k = 0; k < m_task.headWidth; ++k)
                queries[row * m_task.headWidth + k] =
                    row < count ? toFloat(m_queries[(first + row) * m_stride + k]) * m_task.scale
                                : 0.0f;
    }

    void hidePadding(float* scores, int64_t rows, int64_t key, int64_t columns) const {
        const int64_t real = m_task.keyTokens - key;
        for (int64_t row = 0; row < rows && real < columns; ++row)
            std::fill(scores + row * kKeyBlock + real, scores + row * kKeyBlock + columns,
                      -std::numeric_limits<float>::infinity());
    }

    void storeOutput(int64_t first, int64_t count, const float* output,
                     const RowState* states) const {
        for (int64_t row = 0; row < count; ++row) {
            const float share = 1.0f / states[row].sum;
            for (int64_t k = 0; k < m_task.headWidth; ++k)
                store(output[row * m_paddedWidth + k] * share,
                      m_output[(first + row) * m_stride + k]);
        }
    }

    const FusedAttentionTask& m_task;
    int64_t m_stride;
    const Number* m_queries;
    const Number* m_keys;
    const Number* m_values;
    Number* m_output;
    int64_t m_paddedKeys;
    int64_t m_paddedWidth;
};

template <class Number>
void runAll(const FusedAttentionTask& task) {
    const int64_t blocks = (task.queryTokens + kQueryBlock - 1) / kQueryBlock;
    for (int64_t index = 0; index < task.batch * task.heads; ++index) {
        const Head<Number> head(task, index / task.heads, index % task.heads);
        const Floats keys(head.packedKeyFloats()), values(head.packedValueFloats());
        head.pack(keys.get(), values.get());
        at::parallel_for(0, blocks, 1, [&](int64_t begin, int64_t end) {
            for (int64_t block = begin; block < end; ++block)
                head.attend(block * kQueryBlock, keys.get(), values.get());
        });
    }
}

} // namespace

bool hasFusedAttention() {
    return __builtin_cpu_supports("avx512f");
}

void runFusedAttention(const FusedAttentionTask& task) {
    if (task.number == AttentionNumber::Float32)
        runAll<float>(task);
    else
        runAll<BFloat16Bits>(task);
}

} // namespace unlit::nn

#else

namespace unlit::nn {

bool hasFusedAttention() {
    return false;
}

void runFusedAttention(const FusedAttentionTask&) {}

} // namespace unlit::nn

#endif
