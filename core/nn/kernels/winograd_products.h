// Products of small matrices of a Winograd convolution: plain arrays, no torch, one thread.
#pragma once

#include <cstdint>

namespace unlit::nn {

inline constexpr int64_t kPanelWidth = 16; ///< output channels that are summed up together
inline constexpr int64_t kRowsAtOnce = 6;  ///< tiles that are summed up together

/// Whether this processor has the instructions for which these are written. Without them they are
/// right and slow.
bool hasWideProducts();

/// out[row][k] = sum over c of rows[row][c] * weight[c][k], for `count` rows, a multiple of
/// kRowsAtOnce. `panels`: [outputs / kPanelWidth, channels, kPanelWidth]; out: [count, outputs].
void multiplyRows(const float* rows, int64_t count, int64_t channels, const float* panels,
                  int64_t outputs, float* out);

/// sum[c][k] += sum over rows of left[row][c] * right[row][k]; left: [count, channels], a multiple
/// of kRowsAtOnce; right: [count, outputs], a multiple of kPanelWidth.
void addOuterProducts(const float* left, const float* right, int64_t count, int64_t channels,
                      int64_t outputs, float* sum);

} // namespace unlit::nn
