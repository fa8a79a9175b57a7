// What the figures of TimestepLossHook are called.
#pragma once

namespace unlit::train {

/// Before "FIRST-LAST".
inline constexpr const char* kTimestepLoss = "train/loss_t";

} // namespace unlit::train
