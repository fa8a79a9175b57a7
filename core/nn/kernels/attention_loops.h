// The inner loops of fused attention, for the instructions that a processor has.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace unlit::nn {

/// Floats of the widest register: rows that the loops go over are padded to whole ones and begin at
/// addresses of 64 bytes.
inline constexpr int kAttentionLanes = 16;
/// Rows of queries are padded to a multiple of this.
inline constexpr int kAttentionRows = 6;

/// The running softmax of one row of scores.
struct AttentionRow {
    float largest = -std::numeric_limits<float>::infinity();
    float sum = 0;
};

/// A matrix in panels of kAttentionLanes columns: rows of a panel are `row` floats apart, panels
/// `panel` floats. (Rows a power of two apart would lie on each other in the cache.)
struct AttentionPanels {
    const float* data = nullptr;
    int64_t row = 0;
    int64_t panel = 0;
};

struct AttentionLoops {
    const char* name; ///< "AVX-512", "AVX2"

    /// C[rows, columns] (+)= A[rows, depth] B[depth, columns]; rows a multiple of kAttentionRows,
    /// columns of kAttentionLanes. Rows of A and C are `lda` and `ldc` floats apart.
    void (*multiply)(const float* a, int64_t lda, AttentionPanels b, float* c, int64_t ldc,
                     int64_t rows, int64_t columns, int64_t depth, bool accumulate);

    /// Turns a row of scores into weights relative to the largest score so far: e^x with a relative
    /// error below 2e-7, 0 where x < -87, NaN where it is one. Returns the factor by which what was
    /// summed before has to shrink.
    float (*takeWeights)(float* scores, int64_t count, AttentionRow& row);

    void (*scaleRow)(float* row, int64_t count, float factor);
};

/// Those that this processor can run, the quickest first; none without AVX2.
const std::vector<AttentionLoops>& attentionLoops();

} // namespace unlit::nn
