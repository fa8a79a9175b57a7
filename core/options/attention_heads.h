// Slices of an attention by number: beside "off", "auto" and "max", so many heads at a time.
#pragma once

#include "core/options/infer_options.h"

#include <optional>
#include <string>

namespace unlit {

inline constexpr int kMostSliceHeads = 1024;

/// Scores of so many heads at a time, those of all samples of a batch counted together, as with
/// diffusers' set_attention_slice. 1 is AttentionSlicing::Max. Precondition: 1..kMostSliceHeads.
AttentionSlicing slicingByHeads(int heads);

/// Unset where a network's own heads say how many: Off and Auto.
std::optional<int> sliceHeadsOf(AttentionSlicing slicing);

/// "off", "auto", "max", "4"; what attentionSlicingFromString() reads.
std::string slicingText(AttentionSlicing slicing);

} // namespace unlit
