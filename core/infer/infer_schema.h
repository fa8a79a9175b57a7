// The settings of an inference, said once: flags, help, side-cars, queue, the studio's files and
// form, and the check before a run all have them from here.
#pragma once

#include "core/config/schema/option.h"
#include "core/options/infer_options.h"

namespace unlit {

/// Headings of their flags.
inline constexpr const char* kNetworkHeading = "Network";
inline constexpr const char* kTilesHeading = "Large pictures";
inline constexpr const char* kMemoryHeading = "Memory";
inline constexpr const char* kInputHeading = "Input";
inline constexpr const char* kConditionHeading = "Condition";

/// Every member of `options` that a person may set, bound to it, in the order of side-cars and
/// command lines; `options` must outlive what is returned.
config::Options describe(InferOptions& options);
config::Options describe(TileOptions& tiles);
config::Options describe(ConditionOptions& condition);

/// Limits of the whole number of this key.
config::WholeLimits inferLimits(std::string_view key);

namespace infer {

inline constexpr int kSmallestTile = 32;  ///< pixels a side
inline constexpr int kLargestTile = 4096; ///< likewise

} // namespace infer

} // namespace unlit
