#include "core/train/memory/training_memory.h"

#include "core/base/error.h"
#include "core/diffusion/random.h"
#include "core/infer/device.h"
#include "core/weights/lora/lora_file.h"

namespace unlit::train {

namespace {

bool haveSameShape(const nn::LoraWeights& left, const nn::LoraWeights& right) {
    if (left.size() != right.size())
        return false;
    for (const auto& [layer, pair] : left) {
        const auto other = right.find(layer);
        if (other == right.end() || other->second.down.sizes() != pair.down.sizes() ||
            other->second.up.sizes() != pair.up.sizes() || other->second.alpha != pair.alpha)
            return false;
    }
    return true;
}

} // namespace

void applyArithmetic(const config::RunConfig& config) {
    infer::setCudaArithmetic({.isDeterministic = config.cudnnDeterministic,
                              .benchmarksCudnn = config.cudnnBenchmark,
                              .allowsTf32 = config.allowTf32});
}

void applyMemoryConfig(infer::LoadedModel& model, const config::MemoryConfig& config) {
    const auto slicing = attentionSlicingFromString(config.attentionSlicing);
    if (!slicing)
        throw Error::invalidInput("memory.attention_slicing is \"" + config.attentionSlicing + "\"",
                                  "use off, auto, max or a number of heads");
    model.unet->setGradientCheckpointing(config.gradientCheckpointing);
    if (config.mixedPrecision == config::MixedPrecision::Float16 && !model.device.is_cuda())
        throw Error::unsupported("memory.mixed_precision is fp16, and float16 needs a CUDA device",
                                 "set it to bf16 or no");
    if (config.mixedPrecision != config::MixedPrecision::No)
        model.unet->setComputeType(config.mixedPrecision == config::MixedPrecision::Float16
                                       ? torch::kFloat16
                                       : torch::kBFloat16);
    infer::applyMemoryOptions(model, {.attentionSlicing = *slicing,
                                      .vaeTiling = config.vaeTiling,
                                      .offload = config.offloadFrozen});
}

std::vector<std::string> uselessMemorySettings(const torch::Device& device,
                                               const config::MemoryConfig& config) {
    std::vector<std::string> useless;
    if (config.offloadFrozen && !device.is_cuda())
        useless.push_back("memory.offload_frozen has no effect on the CPU: there is no other "
                          "memory to move the VAE to");
    if (config.mixedPrecision == config::MixedPrecision::BFloat16 &&
        infer::resolvePrecision(Precision::Auto, device) == Precision::Float32)
        useless.push_back("memory.mixed_precision bf16 makes training slower here: this processor "
                          "has no bfloat16 arithmetic, and rounds what it computes in float32; "
                          "set it to \"no\"");
    return useless;
}

std::vector<std::string> uselessArithmetic(const torch::Device& device,
                                           const config::RunConfig& config) {
    if (device.is_cuda())
        return {};
    std::vector<std::string> useless;
    if (config.cudnnBenchmark)
        useless.push_back("run.cudnn_benchmark has no effect on the CPU: it is about cuDNN");
    if (config.allowTf32)
        useless.push_back("run.allow_tf32 has no effect on the CPU: only GPUs have TF32");
    return useless;
}

LatentStore openLatentStore(const infer::LoadedModel& model, const config::MemoryConfig& config) {
    if (config.latentCache.empty())
        return {};
    LatentStore store;
    store.beautyVae = fingerprintOf(model.inputVae);
    store.targetVae = model.targetVae.ptr() == model.inputVae.ptr()
                          ? store.beautyVae
                          : fingerprintOf(model.targetVae);
    store.cache = std::make_shared<LatentCache>(
        config.latentCache, std::vector<std::string>{store.beautyVae, store.targetVae});
    return store;
}

std::shared_ptr<nn::LoraAdapters> makeLora(const infer::LoadedModel& model,
                                           const config::LoraConfig& config, std::uint64_t seed,
                                           const std::filesystem::path& saved) {
    const nn::LoraOptions options{config.rank, config.alphaOrRank(), config.targets};
    auto adapters = std::make_shared<nn::LoraAdapters>(
        nn::LoraAdapters::fresh(model.unet, options, diffusion::makeGenerator(seed)));
    if (!saved.empty()) {
        const nn::LoraWeights weights = weights::readLora(saved);
        const bool fits = haveSameShape(weights, adapters->weights());
        adapters.reset();
        adapters = std::make_shared<nn::LoraAdapters>(model.unet, weights, saved.string());
        if (!fits)
            throw Error::invalidInput(saved.string() +
                                          " has another rank, alpha or other targets than the "
                                          "config's lora",
                                      "put lora back to what the run was begun with");
    }
    for (torch::Tensor& weight : model.unet->parameters())
        weight.requires_grad_(false);
    for (const auto& [name, weight] : adapters->namedParameters())
        torch::Tensor(weight).requires_grad_(true);
    return adapters;
}

} // namespace unlit::train
