#include "core/infer/attention_choice.h"

#include "core/base/error.h"
#include "core/nn/layers/attention.h"
#include "core/weights/lora/lora_choice.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace unlit::infer {

namespace {

using NamedAttention = std::pair<std::string, nn::AttentionImpl*>;

std::vector<NamedAttention> attentionsOf(torch::nn::Module& network) {
    std::vector<NamedAttention> found;
    for (const auto& module : network.named_modules())
        if (auto* attention = dynamic_cast<nn::AttentionImpl*>(module.value().get()))
            found.emplace_back(module.key(), attention);
    return found;
}

void requireLayers(const std::vector<NamedAttention>& attentions,
                   const AttentionProcessors& processors) {
    for (const auto& [part, processor] : processors.layers) {
        const auto has = [&part = part](const NamedAttention& attention) {
            return isPartOfLayer(part, attention.first);
        };
        if (std::ranges::none_of(attentions, has))
            throw Error::invalidInput("no attention of this network has " + part + " in its name",
                                      attentions.empty() ? "it has none; leave the setting out"
                                                         : "use whole parts of a name such as " +
                                                               attentions.front().first);
    }
}

AttentionProcessor processorOf(const std::string& layer, const AttentionProcessors& processors) {
    AttentionProcessor chosen = processors.all;
    for (const auto& [part, processor] : processors.layers)
        if (isPartOfLayer(part, layer))
            chosen = processor;
    return chosen;
}

} // namespace

void applyAttentionProcessors(LoadedModel& model, const AttentionProcessors& processors) {
    if (processors == model.attentionProcessors)
        return;
    const std::vector<NamedAttention> attentions = attentionsOf(*model.unet);
    requireLayers(attentions, processors);
    for (const auto& [name, attention] : attentions)
        attention->setProcessor(processorOf(name, processors));
    model.attentionProcessors = processors;
    forgetRecordings(model);
}

} // namespace unlit::infer
