#include "core/options/attention_heads.h"

namespace unlit {

namespace {

/// Max is one head; the values that follow it are two, three, …
constexpr int kBeforeOneHead = static_cast<int>(AttentionSlicing::Max) - 1;

} // namespace

AttentionSlicing slicingByHeads(int heads) {
    return static_cast<AttentionSlicing>(kBeforeOneHead + heads);
}

std::optional<int> sliceHeadsOf(AttentionSlicing slicing) {
    const int heads = static_cast<int>(slicing) - kBeforeOneHead;
    return heads >= 1 ? std::optional(heads) : std::nullopt;
}

std::string slicingText(AttentionSlicing slicing) {
    const std::string_view name = toString(slicing);
    return name.empty() ? std::to_string(sliceHeadsOf(slicing).value()) : std::string(name);
}

} // namespace unlit
