// Products of rows in 16 bits with weights in 8, summed in whole numbers: plain arrays, no torch,
// one thread.
#pragma once

#include <cstdint>
#include <vector>

namespace unlit::nn {

/// Outputs of a panel of weights.
inline constexpr int64_t kInt8Outputs = 16;
/// Rows are padded to a multiple of this.
inline constexpr int64_t kInt8Rows = 6;

struct Int8Loops {
    const char* name; ///< "AVX-512 VNNI", "AVX2", "plain"

    /// sums[count][kInt8Outputs] = each row times each output's weights. Rows hold 2 * `pairs`
    /// numbers and begin `stride` numbers apart; `count` is a multiple of kInt8Rows. A panel holds
    /// the two weights of each of its outputs for one pair of inputs after the other. The caller
    /// sees to it that no sum exceeds 32 bits: the result is exact, the same for every table.
    void (*multiply)(const int16_t* rows, int64_t stride, int64_t count, const int8_t* panel,
                     int64_t pairs, int32_t* sums);
};

/// Those that this processor can run, the quickest first; the last one, "plain", runs anywhere.
const std::vector<Int8Loops>& int8Loops();

} // namespace unlit::nn
