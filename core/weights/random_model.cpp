#include "core/weights/random_model.h"

#include "core/nn/clip/clip_text_model.h"
#include "core/nn/unet/unet_2d_condition.h"
#include "core/nn/vae/autoencoder_kl.h"

namespace unlit::weights {

ModelToSave randomModel(const ModelRecipe& recipe, std::uint64_t seed) {
    const nn::UNet2DConditionModel unet(nn::unetOptionsFromJson(recipe.unet));
    const nn::AutoencoderKL vae(nn::vaeOptionsFromJson(recipe.vae));
    const nn::CLIPTextModel text(nn::clipOptionsFromJson(recipe.textEncoder));
    ModelToSave model;
    // Each part draws from a generator of its own, so that none depends on the others' sizes.
    model.unet = {recipe.unet, randomWeights(*unet, 3 * seed)};
    model.vae = {recipe.vae, randomWeights(*vae, 3 * seed + 1)};
    model.textEncoder = {recipe.textEncoder, randomWeights(*text, 3 * seed + 2)};
    model.scheduler = recipe.scheduler;
    model.tokenizerFiles = recipe.tokenizerFiles;
    model.targets = recipe.targets;
    model.latentChannels = recipe.latentChannels;
    model.concatOrder = ConcatOrder::ImageFirst;
    model.resizeConvention = recipe.resizeConvention;
    model.transfer = recipe.transfer;
    model.defaultSteps = recipe.defaultSteps;
    model.defaultProcessingRes = recipe.defaultProcessingRes;
    model.provenance = "random, never trained (seed " + std::to_string(seed) + ")";
    model.isRandom = true;
    return model;
}

} // namespace unlit::weights
