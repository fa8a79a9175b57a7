#include "core/nn/lora/lora_adapters.h"

#include "core/base/error.h"
#include "core/nn/layers/attention.h"

#include <torch/utils.h>

#include <cmath>
#include <sstream>

namespace unlit::nn {

namespace {

/// All linear layers by their state_dict names, in registration order.
std::vector<std::pair<std::string, Linear>> linearLayers(const UNet2DConditionModel& unet) {
    std::vector<std::pair<std::string, Linear>> layers;
    for (const auto& item : unet->named_modules("", /*include_self=*/false))
        if (auto linear = std::dynamic_pointer_cast<LinearImpl>(item.value()))
            layers.emplace_back(item.key(), Linear(std::move(linear)));
    return layers;
}

/// Whether the layer is a projection of that name in one of the attentions.
bool isProjection(const std::string& name, const std::string& target) {
    for (const char* const attention : {".attn1.", ".attn2."})
        if (name.ends_with(attention + target))
            return true;
    return false;
}

bool isWanted(const std::string& name, const LoraOptions& options) {
    for (const std::string& target : options.targets)
        if (isProjection(name, target))
            return true;
    return false;
}

std::string shapeText(const torch::Tensor& tensor) {
    std::ostringstream text;
    text << tensor.sizes();
    return text.str();
}

/// Says what does not fit; empty = all does.
std::string misfit(const Linear& linear, const LoraPair& pair) {
    const std::int64_t in = linear->weight.size(1), out = linear->weight.size(0);
    if (pair.down.dim() != 2 || pair.up.dim() != 2)
        return "its matrices are " + shapeText(pair.down) + " and " + shapeText(pair.up) +
               ", not two-dimensional";
    if (pair.down.size(1) != in)
        return std::string(kLoraDown) + " is " + shapeText(pair.down) + ", the layer takes " +
               std::to_string(in) + " inputs";
    if (pair.up.size(0) != out)
        return std::string(kLoraUp) + " is " + shapeText(pair.up) + ", the layer gives " +
               std::to_string(out) + " outputs";
    if (pair.down.size(0) != pair.up.size(1))
        return "its matrices are of ranks " + std::to_string(pair.down.size(0)) + " and " +
               std::to_string(pair.up.size(1));
    return {};
}

} // namespace

LoraAdapters LoraAdapters::fresh(UNet2DConditionModel unet, const LoraOptions& options,
                                 const torch::Generator& generator) {
    if (options.rank < 1)
        throw Error::invalidInput("a LoRA of rank " + std::to_string(options.rank) +
                                      " has nothing to train",
                                  "use a rank of 1 or more");
    LoraAdapters adapters(unet);
    for (const auto& [name, linear] : linearLayers(unet)) {
        if (!isWanted(name, options))
            continue;
        const std::int64_t in = linear->weight.size(1), out = linear->weight.size(0);
        const double bound = 1.0 / std::sqrt(static_cast<double>(in));
        LoraPair pair;
        pair.down = torch::empty({options.rank, in}).uniform_(-bound, bound, generator);
        pair.up = torch::zeros({out, options.rank});
        pair.alpha = options.alpha;
        adapters.add(name, linear, pair);
    }
    if (adapters.m_layers.empty())
        throw Error::invalidInput("no layer of the UNet is a target of the LoRA",
                                  "use some of to_q, to_k, to_v, to_out.0");
    return adapters;
}

LoraAdapters::LoraAdapters(UNet2DConditionModel unet, const LoraWeights& weights,
                           const std::string& what)
    : m_unet(std::move(unet)) {
    const auto layers = linearLayers(m_unet);
    const std::map<std::string, Linear> byName(layers.begin(), layers.end());
    for (const auto& [name, pair] : weights) {
        const auto found = byName.find(name);
        const std::string problem =
            found == byName.end() ? "there is no such linear layer" : misfit(found->second, pair);
        if (!problem.empty())
            throw Error::invalidInput(what + " is a LoRA for another model: " + name + ": " +
                                          problem,
                                      "use it with the model that it was trained on");
    }
    for (const auto& [name, linear] : layers)
        if (const auto found = weights.find(name); found != weights.end())
            add(name, linear, found->second);
}

LoraAdapters::~LoraAdapters() {
    for (Layer& layer : m_layers)
        layer.linear->setUpdate(nullptr);
}

void LoraAdapters::add(const std::string& name, Linear linear, const LoraPair& pair) {
    const auto update = std::make_shared<LowRankUpdate>();
    const auto options = torch::TensorOptions(torch::kFloat32).device(linear->weight.device());
    update->down = pair.down.detach().to(options).clone();
    update->up = pair.up.detach().to(options).clone();
    update->scale = pair.alpha / static_cast<double>(pair.down.size(0));
    linear->setUpdate(update);
    m_layers.push_back({name, linear, update});
}

std::vector<std::pair<std::string, torch::Tensor>> LoraAdapters::namedParameters() const {
    std::vector<std::pair<std::string, torch::Tensor>> parameters;
    for (const Layer& layer : m_layers) {
        parameters.emplace_back(layer.name + "." + kLoraDown, layer.update->down);
        parameters.emplace_back(layer.name + "." + kLoraUp, layer.update->up);
    }
    return parameters;
}

LoraWeights LoraAdapters::weights() const {
    LoraWeights weights;
    for (const Layer& layer : m_layers) {
        const LowRankUpdate& update = *layer.update;
        const auto rank = static_cast<double>(update.down.size(0));
        weights[layer.name] = {update.down, update.up, update.scale * rank};
    }
    return weights;
}

void LoraAdapters::mergeInto(UNet2DConditionModel unet, const LoraWeights& weights,
                             const std::string& what) {
    const torch::NoGradGuard noGrad;
    const LoraAdapters adapters(std::move(unet), weights, what);
    for (const Layer& layer : adapters.m_layers) {
        torch::Tensor weight = layer.linear->weight; // the layer's own memory
        const torch::Tensor added = torch::mm(layer.update->up, layer.update->down);
        weight.copy_(weight.to(torch::kFloat32) + added * layer.update->scale);
    }
}

} // namespace unlit::nn
