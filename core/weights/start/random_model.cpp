#include "core/weights/start/random_model.h"

#include "core/nn/clip/clip_text_model.h"
#include "core/nn/layers/module.h"
#include "core/nn/unet/unet_2d_condition.h"
#include "core/nn/vae/autoencoder_kl.h"
#include "core/weights/module_loader.h"
#include "core/weights/start/copy_start.h"
#include "core/weights/start/pyramid_start.h"

#include <ATen/CPUGeneratorImpl.h>

#include <cmath>
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
    model.headroomEv = recipe.headroomEv;
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

/// The last layer of each residual branch: a network of identities to begin with.
/// Source: Goyal et al., "Accurate, Large Minibatch SGD", 2017, section 5.1; Zhang et al., "Fixup
/// Initialization", 2019.
void makeResidualsZero(StateDict& state) {
    for (auto& [name, tensor] : state)
        for (const char* last : {".conv2.", ".proj_out.", ".attentions.0.to_out.0."})
            if (name.find(last) != std::string::npos)
                tensor.zero_();
}

/// The second half of the encoder's output, the logarithm of the variance, becomes a constant.
void setPosteriorStd(StateDict& state, double std) {
    for (const char* layer : {"encoder.conv_out", "quant_conv"})
        for (const char* kind : {".weight", ".bias"}) {
            torch::Tensor& tensor = state.at(std::string(layer) + kind);
            tensor.slice(0, tensor.size(0) / 2).zero_();
        }
    torch::Tensor& bias = state.at("quant_conv.bias");
    bias.slice(0, bias.size(0) / 2).fill_(2 * std::log(std));
}

/// What the recipe says of a beginning that is better than random.
void prepare(StateDict& state, const ModelRecipe& recipe, std::uint64_t part) {
    const bool isPyramid = part == 1 && recipe.startsAsPyramid;
    const bool isCopy = part == 0 && recipe.startsAsCopy;
    if (isCopy || (part == 0 && recipe.zeroUnetResiduals) ||
        (part == 1 && recipe.zeroVaeResiduals) || isPyramid)
        makeResidualsZero(state);
    if (isCopy) // the beauty's latents come first, see untrained()
        startAsCopy(state, nn::unetOptionsFromJson(recipe.unet), recipe.latentChannels,
                    recipe.scheduler.at("prediction_type") == "sample" ? 1 : -1);
    if (isPyramid)
        startAsPyramid(state, nn::vaeOptionsFromJson(recipe.vae));
    if (part == 0 && recipe.zeroUnetOutput)
        makeZero(state, "conv_out");
    if (part == 1 && recipe.posteriorStd > 0)
        setPosteriorStd(state, recipe.posteriorStd);
    if (part == 2 && recipe.zeroTextEmbedding)
        makeZero(state, "text_model.final_layer_norm");
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
        prepare(state, recipe, part);
        for (auto& [name, tensor] : state)
            tensor = tensor.detach().to(recipe.dtype);
        return weightsOf(std::move(state));
    };
    ModelToSave model = untrained(recipe, start);
    model.provenance = "new, not yet trained (seed " + std::to_string(seed) + ")";
    return model;
}

} // namespace unlit::weights
