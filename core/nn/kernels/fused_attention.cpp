#include "core/nn/kernels/fused_attention.h"

#include "core/nn/kernels/number.h"
#include "core/nn/kernels/rounded_up.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <new>

namespace unlit::nn {

namespace {

constexpr int64_t kQueryBlock = 96; // rows of scores held at once; a multiple of kAttentionRows
constexpr int64_t kKeyBlock = 512;  // columns: 96 x 512 floats lie in the second-level cache

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

/// Everything about one (sample, head); Number is float or BFloat16Bits.
template <class Number>
class Head {
public:
    Head(const FusedAttentionTask& task, const AttentionLoops& loops, int64_t sample, int64_t head)
        : m_task(task), m_loops(loops), m_stride(task.heads * task.headWidth),
          m_queries(static_cast<const Number*>(task.query) +
                    offset(sample, head, task.queryTokens)),
          m_keys(static_cast<const Number*>(task.key) + offset(sample, head, task.keyTokens)),
          m_values(static_cast<const Number*>(task.value) + offset(sample, head, task.keyTokens)),
          m_output(static_cast<Number*>(task.output) + offset(sample, head, task.queryTokens)),
          m_paddedKeys(roundedUp(task.keyTokens, kAttentionLanes)),
          m_paddedWidth(roundedUp(task.headWidth, kAttentionLanes)) {}

    int64_t packedKeyFloats() const { return m_task.headWidth * m_paddedKeys; }

    int64_t packedValueFloats() const { return m_paddedKeys * m_paddedWidth; }

    /// keys -> panels of 16 tokens, [paddedKeys / 16, K, 16]; values -> panels of 16 of their
    /// numbers, [paddedWidth / 16, paddedKeys, 16]
    void pack(float* keys, float* values) const {
        for (int64_t m = 0; m < m_paddedKeys; ++m) {
            float* const column = keys + m / kAttentionLanes * kAttentionLanes * m_task.headWidth +
                                  m % kAttentionLanes;
            for (int64_t k = 0; k < m_task.headWidth; ++k)
                column[k * kAttentionLanes] =
                    m < m_task.keyTokens ? toFloat(m_keys[m * m_stride + k]) : 0.0f;
        }
        for (int64_t m = 0; m < m_paddedKeys; ++m)
            for (int64_t k = 0; k < m_paddedWidth; ++k)
                values[(k / kAttentionLanes * m_paddedKeys + m) * kAttentionLanes +
                       k % kAttentionLanes] = m < m_task.keyTokens && k < m_task.headWidth
                                                  ? toFloat(m_values[m * m_stride + k])
                                                  : 0.0f;
    }

    /// The block of queries that begins at `first`.
    void attend(int64_t first, const float* keys, const float* values) const {
        const int64_t count = std::min(kQueryBlock, m_task.queryTokens - first);
        const int64_t rows = roundedUp(count, kAttentionRows);
        const Floats queries(rows * m_task.headWidth), scores(rows * kKeyBlock),
            output(rows * m_paddedWidth);
        loadQueries(first, count, rows, queries.get());
        std::fill_n(output.get(), rows * m_paddedWidth, 0.0f);
        AttentionRow states[kQueryBlock];
        for (int64_t key = 0; key < m_paddedKeys; key += kKeyBlock) {
            const int64_t columns = std::min(kKeyBlock, m_paddedKeys - key);
            m_loops.multiply(queries.get(), m_task.headWidth,
                             {keys + key * m_task.headWidth, kAttentionLanes,
                              kAttentionLanes * m_task.headWidth},
                             scores.get(), kKeyBlock, rows, columns, m_task.headWidth, false);
            hidePadding(scores.get(), rows, key, columns);
            for (int64_t row = 0; row < rows; ++row)
                m_loops.scaleRow(
                    output.get() + row * m_paddedWidth, m_paddedWidth,
                    m_loops.takeWeights(scores.get() + row * kKeyBlock, columns, states[row]));
            m_loops.multiply(
                scores.get(), kKeyBlock,
                {values + key * kAttentionLanes, kAttentionLanes, kAttentionLanes * m_paddedKeys},
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
                     const AttentionRow* states) const {
        for (int64_t row = 0; row < count; ++row) {
            const float share = 1.0f / states[row].sum;
            for (int64_t k = 0; k < m_task.headWidth; ++k)
                store(output[row * m_paddedWidth + k] * share,
                      m_output[(first + row) * m_stride + k]);
        }
    }

    const FusedAttentionTask& m_task;
    const AttentionLoops& m_loops;
    int64_t m_stride;
    const Number* m_queries;
    const Number* m_keys;
    const Number* m_values;
    Number* m_output;
    int64_t m_paddedKeys;
    int64_t m_paddedWidth;
};

template <class Number>
void runAll(const FusedAttentionTask& task, const AttentionLoops& loops) {
    const int64_t blocks = (task.queryTokens + kQueryBlock - 1) / kQueryBlock;
    for (int64_t index = 0; index < task.batch * task.heads; ++index) {
        const Head<Number> head(task, loops, index / task.heads, index % task.heads);
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
    return !attentionLoops().empty();
}

void runFusedAttention(const FusedAttentionTask& task) {
    runFusedAttention(task, attentionLoops().front());
}

void runFusedAttention(const FusedAttentionTask& task, const AttentionLoops& loops) {
    if (task.number == AttentionNumber::Float32)
        runAll<float>(task, loops);
    else
        runAll<BFloat16Bits>(task, loops);
}

} // namespace unlit::nn
