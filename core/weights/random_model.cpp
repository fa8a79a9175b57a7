#include "core/weights/random_model.h"

#include "core/nn/clip/clip_text_model.h"
#include "core/nn/layers/module.h"
#include "core/nn/unet/unet_2d_condition.h"
#include "core/nn/vae/autoencoder_kl.h"
#include "core/weights/module_loader.h"

#include <ATen/CPUGeneratorImpl.h>

#include <utility>

namespace unlit::weights {

namespace {

constexpr std::uint64_t kParts = 3; ///< UNet, VAE, text encoder

/// Each part draws from a generator of its own, so that none depends on the others' sizes.
std::uint64_t seedOfPart(std::uint64_t seed, std::uint64_t part) {
    return kParts * seed + part;
}

/// Everything but the weights, which `make(module, part)` produces.
template <class MakeWeights>
ModelToSave untrained(const ModelRecipe& recipe, const MakeWeights& make) {
    nn::UNet2DConditionModel unet(nn::unetOptionsFromJson(recipe.unet));
    nn::AutoencoderKL vae(nn::vaeOptionsFromJson(recipe.vae));
    nn::CLIPTextModel text(nn::clipOptionsFromJson(recipe.textEncoder));
    ModelToSave model;
    model.unet = {recipe.unet, make(*unet, 0), {}};
    model.vae = {recipe.vae, make(*vae, 1), {}};
    model.textEncoder = {recipe.textEncoder, make(*text, 2), {}};
    model.scheduler = recipe.scheduler;
    model.tokenizerFiles = recipe.tokenizerFiles;
    model.targets = recipe.targets;
    model.latentChannels = recipe.latentChannels;
    model.concatOrder = ConcatOrder::ImageFirst;
    model.resizeConvention = recipe.resizeConvention;
    model.transfer = recipe.transfer;
    model.defaultSteps = recipe.defaultSteps;
    model.defaultProcessingRes = recipe.defaultProcessingRes;
    model.isRandom = true;
    return model;
}

/// Both tensors of a layer.
void makeZero(StateDict& state, const std::string& layer) {
    state.at(layer + ".weight").zero_();
    state.at(layer + ".bias").zero_();
}

} // namespace

ModelToSave randomModel(const ModelRecipe& recipe, std::uint64_t seed) {
    ModelToSave model = untrained(recipe, [&](const torch::nn::Module& module, std::uint64_t part) {
        return randomWeights(module, seedOfPart(seed, part));
    });
    model.provenance = "random, never trained (seed " + std::to_string(seed) + ")";
    return model;
}

ModelToSave newModel(const ModelRecipe& recipe, std::uint64_t seed) {
    const auto start = [&](torch::nn::Module& module, std::uint64_t part) {
        const torch::NoGradGuard noGrad;
        nn::initialiseWeights(module,
                              at::make_generator<at::CPUGeneratorImpl>(seedOfPart(seed, part)));
        StateDict state = stateDictOf(module);
        if (part == 0 && recipe.zeroUnetOutput)
            makeZero(state, "conv_out");
        if (part == 2 && recipe.zeroTextEmbedding)
            makeZero(state, "text_model.final_layer_norm");
        for (auto& [name, tensor] : state)
            tensor = tensor.detach().to(recipe.dtype);
        return weightsOf(std::move(state));
    };
    ModelToSave model = untrained(recipe, start);
    model.provenance = "new, not yet trained (seed " + std::to_string(seed) + ")";
    return model;
}

} // namespace unlit::weights
