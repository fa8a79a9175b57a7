// LoRA: low-rank additions to the attention projections of a UNet, trained in place of its weights.
#pragma once

#include "core/nn/layers/linear.h"
#include "core/nn/unet/unet_2d_condition.h"

#include <ATen/core/Generator.h>
#include <torch/types.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace unlit::nn {

/// As peft's LoraConfig.
struct LoraOptions {
    std::int64_t rank = 4;
    double alpha = 4; ///< the addition is scaled by alpha / rank
    std::vector<std::string> targets = {"to_q", "to_k", "to_v", "to_out.0"}; ///< of each attention
};

/// The two matrices of one layer, float32 on the CPU.
struct LoraPair {
    torch::Tensor down; ///< "lora_A": [rank, in]
    torch::Tensor up;   ///< "lora_B": [out, rank]
    double alpha = 0;   ///< scale * rank
};

/// A UNet's layer name ("down_blocks.0.….attn1.to_q") -> its matrices.
using LoraWeights = std::map<std::string, LoraPair>;

/// Hangs the additions onto the layers; the UNet outlives it, and when it goes, the UNet is as it
/// was. Thread: the one that runs the UNet.
class LoraAdapters {
public:
    /// New ones: A as torch starts a linear layer, B zero, so that nothing changes yet. Throws
    /// Error::invalidInput for a rank below 1 or targets that match no layer.
    static LoraAdapters fresh(UNet2DConditionModel unet, const LoraOptions& options,
                              const torch::Generator& generator);

    /// `what` names where the weights come from. Throws Error::invalidInput naming the first layer
    /// that the UNet does not have, or that has another size, with both.
    LoraAdapters(UNet2DConditionModel unet, const LoraWeights& weights, const std::string& what);

    ~LoraAdapters();
    LoraAdapters(LoraAdapters&&) = default;
    LoraAdapters& operator=(LoraAdapters&&) = delete;
    LoraAdapters(const LoraAdapters&) = delete;
    LoraAdapters& operator=(const LoraAdapters&) = delete;

    /// What is trained, by peft's names ("….to_q.lora_A.weight"), in the order of the layers.
    std::vector<std::pair<std::string, torch::Tensor>> namedParameters() const;

    /// Sharing memory with what is trained.
    LoraWeights weights() const;

    /// Adds the additions to the UNet's own weights, for good: the same pictures up to rounding, at
    /// the cost of the plain UNet. The sum is formed in float32 whatever type the weights are.
    static void mergeInto(UNet2DConditionModel unet, const LoraWeights& weights,
                          const std::string& what);

private:
    struct Layer {
        std::string name;
        Linear linear{nullptr};
        std::shared_ptr<LowRankUpdate> update;
    };

    explicit LoraAdapters(UNet2DConditionModel unet) : m_unet(std::move(unet)) {}

    void add(const std::string& name, Linear linear, const LoraPair& pair);

    UNet2DConditionModel m_unet;
    std::vector<Layer> m_layers;
};

/// Ends of the names above: "lora_A.weight", "lora_B.weight".
inline constexpr const char* kLoraDown = "lora_A.weight";
inline constexpr const char* kLoraUp = "lora_B.weight";

} // namespace unlit::nn
