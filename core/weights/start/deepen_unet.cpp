#include "core/weights/start/deepen_unet.h"

#include "core/base/error.h"
#include "core/base/split_text.h"
#include "core/nn/layers/module.h"
#include "core/nn/unet/unet_2d_condition.h"
#include "core/weights/module_loader.h"

#include <ATen/CPUGeneratorImpl.h>

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace unlit::weights {

namespace {

using Layers = std::vector<std::int64_t>;

/// "up_blocks.3.resnets.1.conv1.weight": which block, which of its layers, what of it.
struct LayerName {
    bool isUp = false;
    std::size_t block = 0;
    std::string kind; ///< "resnets", "attentions"
    std::int64_t layer = 0;
    std::string rest; ///< "conv1.weight"

    std::string text() const {
        return (isUp ? "up_blocks." : "down_blocks.") + std::to_string(block) + "." + kind + "." +
               std::to_string(layer) + "." + rest;
    }
};

/// Unset for what belongs to no residual block on the way down or up.
std::optional<LayerName> layerIn(const std::string& name) {
    const std::vector<std::string> parts = splitAt(name, '.');
    if (parts.size() < 5 || (parts[0] != "down_blocks" && parts[0] != "up_blocks") ||
        (parts[2] != "resnets" && parts[2] != "attentions"))
        return std::nullopt;
    std::string rest = parts[4];
    for (std::size_t i = 5; i < parts.size(); ++i)
        rest += "." + parts[i];
    return LayerName{parts[0] == "up_blocks", std::stoul(parts[1]), parts[2], std::stoll(parts[3]),
                     rest};
}

/// What a layer of the deeper network was called before; unset for one that is added. On the way
/// down new layers come last, so that all that they hand over is what the last one did; on the way
/// up they come behind the first, which alone sees the resolution below, and take those.
std::optional<std::string> nameBefore(const std::string& name, const Layers& before,
                                      const Layers& after) {
    std::optional<LayerName> layer = layerIn(name);
    if (!layer)
        return name;
    const std::size_t resolution = layer->isUp ? before.size() - 1 - layer->block : layer->block;
    const std::int64_t added = after[resolution] - before[resolution];
    if (!layer->isUp)
        return layer->layer < before[resolution] ? std::optional(name) : std::nullopt;
    if (layer->layer == 0)
        return name;
    if (layer->layer <= added)
        return std::nullopt;
    layer->layer -= added;
    return layer->text();
}

/// The added layer `name` begins without a say.
void silence(const std::string& name, torch::Tensor& tensor) {
    if (name.find(".conv2.") != std::string::npos || name.find(".proj_out.") != std::string::npos)
        tensor.zero_();
    if (name.ends_with(".conv_shortcut.weight"))
        tensor.copy_(torch::eye(tensor.size(0), tensor.size(1)).view_as(tensor));
    if (name.ends_with(".conv_shortcut.bias"))
        tensor.zero_();
}

void requireDeeper(const Layers& before, const Layers& after) {
    const std::string has =
        "the UNet has " + nlohmann::json(before).dump() + " residual blocks by resolution";
    if (after.size() != before.size())
        throw Error::invalidInput(has + ", but " + std::to_string(after.size()) + " were asked for",
                                  "give " + std::to_string(before.size()) +
                                      " numbers, from the largest resolution to the smallest");
    for (std::size_t i = 0; i < before.size(); ++i)
        if (after[i] < before[i])
            throw Error::invalidInput(has + " and cannot have " + nlohmann::json(after).dump(),
                                      "blocks can be added, not taken away");
}

} // namespace

ComponentToSave deepenUnet(const ComponentToSave& unet, const Layers& layersPerBlock,
                           std::uint64_t seed) {
    const Layers before = nn::unetOptionsFromJson(unet.config).layersPerBlock;
    requireDeeper(before, layersPerBlock);
    ComponentToSave deeper;
    deeper.config = unet.config;
    deeper.config["layers_per_block"] = layersPerBlock;

    const torch::NoGradGuard noGrad;
    nn::UNet2DConditionModel network(nn::unetOptionsFromJson(deeper.config));
    nn::initialiseWeights(*network, at::make_generator<at::CPUGeneratorImpl>(seed));
    StateDict state = stateDictOf(*network);
    std::map<std::string, TensorSpec> known;
    for (const TensorSpec& spec : unet.weights.specs)
        known.emplace(spec.name, spec);
    for (auto& [name, tensor] : state) {
        if (const auto source = nameBefore(name, before, layersPerBlock)) {
            tensor = unet.weights.tensor(known.at(*source));
            continue;
        }
        silence(name, tensor);
        tensor = tensor.detach().to(known.at("conv_in.weight").dtype);
    }
    deeper.weights = weightsOf(std::move(state));
    return deeper;
}

} // namespace unlit::weights
