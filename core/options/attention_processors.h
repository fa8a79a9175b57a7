// Which code works the attentions of a network out, by layer.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace unlit {

/// The same numbers up to rounding.
enum class AttentionProcessor {
    Auto, ///< a fused kernel where there is one, which never holds the scores
    Math, ///< product, softmax, product, as the formula has them; what slices of heads apply to
};

struct AttentionProcessors {
    AttentionProcessor all = AttentionProcessor::Auto;
    /// Others by parts of a layer's name: {"mid_block", Math}, {"attn2", Auto}; the last one that
    /// fits a layer counts.
    std::vector<std::pair<std::string, AttentionProcessor>> layers = {};

    bool operator==(const AttentionProcessors&) const = default;
};

std::string_view toString(AttentionProcessor value);

/// "math", "auto,mid_block=math", "mid_block=math,attn2=auto"; empty for anything else.
std::optional<AttentionProcessors> attentionProcessorsFrom(std::string_view text);

/// As attentionProcessorsFrom() reads it; "auto" where nothing else is said.
std::string toText(const AttentionProcessors& processors);

} // namespace unlit
