#include "core/options/attention_processors.h"

#include <algorithm>

namespace unlit {

namespace {

std::optional<AttentionProcessor> processorNamed(std::string_view name) {
    for (const auto processor : {AttentionProcessor::Auto, AttentionProcessor::Math})
        if (name == toString(processor))
            return processor;
    return {};
}

bool isNameOfLayers(std::string_view name) {
    return !name.empty() &&
           name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_.") == std::string::npos;
}

} // namespace

std::string_view toString(AttentionProcessor value) {
    return value == AttentionProcessor::Math ? "math" : "auto";
}

std::optional<AttentionProcessors> attentionProcessorsFrom(std::string_view text) {
    AttentionProcessors processors;
    bool isFirst = true;
    for (std::size_t from = 0; from <= text.size(); isFirst = false) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        const std::string_view one = text.substr(from, comma - from);
        from = comma + 1;
        const std::size_t equals = one.find('=');
        const bool isForAll = equals == std::string_view::npos;
        const auto processor = processorNamed(isForAll ? one : one.substr(equals + 1));
        if (!processor || (isForAll ? !isFirst : !isNameOfLayers(one.substr(0, equals))))
            return {};
        if (isForAll)
            processors.all = *processor;
        else
            processors.layers.emplace_back(one.substr(0, equals), *processor);
    }
    return processors;
}

std::string toText(const AttentionProcessors& processors) {
    std::string text;
    if (processors.all != AttentionProcessor::Auto || processors.layers.empty())
        text = toString(processors.all);
    for (const auto& [layers, processor] : processors.layers)
        text += (text.empty() ? "" : ",") + layers + "=" + std::string(toString(processor));
    return text;
}

} // namespace unlit
