#include "core/train/memory/memory_savings.h"

#include "core/nn/layers/attention.h"

namespace unlit::train {

std::vector<MemorySaving> memorySavings(const infer::LoadedModel& model,
                                        const config::MemoryConfig& config) {
    std::vector<MemorySaving> savings;
    if (!config.gradientCheckpointing)
        savings.push_back(
            {"gradient_checkpointing",
             "the inside of the network's blocks is computed a second time for the "
             "gradients (gradient checkpointing)",
             [unet = model.unet]() mutable { unet->setGradientCheckpointing(true); }});
    if (attentionSlicingFromString(config.attentionSlicing) != AttentionSlicing::Max)
        savings.push_back({"attention_slicing",
                           "attention is computed head by head (attention slicing)",
                           [unet = model.unet]() mutable {
                               nn::setAttentionSlicing(*unet, AttentionSlicing::Max);
                           }});
    return savings;
}

} // namespace unlit::train
