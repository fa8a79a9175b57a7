// Configs of whole models that are not there yet: what a random or a new model is made from.
#pragma once

#include "core/config/new_model.h"
#include "core/weights/model_folder.h"

#include <nlohmann/json.hpp>
#include <torch/types.h>

#include <filesystem>
#include <map>
#include <string>

namespace unlit::weights {

struct ModelRecipe {
    nlohmann::json unet, vae, textEncoder, scheduler;
    std::map<std::string, std::string> tokenizerFiles; ///< file name -> contents
    std::vector<TargetInfo> targets;
    int latentChannels = 4;
    ResizeConvention resizeConvention = ResizeConvention::Unlit;
    ColorSpace transfer = ColorSpace::Srgb;
    double headroomEv = 0; ///< see UnlitJson
    int defaultSteps = 4;
    int defaultProcessingRes = 768;
    torch::Dtype dtype = torch::kFloat32; ///< of new weights
    bool zeroUnetOutput = false;          ///< new weights: the UNet's last convolution is zero
    bool zeroTextEmbedding = false;       ///< new weights: the text encoder's last norm is zero
    bool zeroUnetResiduals = false; ///< new weights: every residual branch of the UNet is zero
    bool startsAsCopy = false;      ///< new weights: the UNet predicts the beauty
    bool zeroVaeResiduals = false;  ///< new weights: every residual branch of the VAE is zero
    bool startsAsPyramid = false;   ///< new weights: the VAE is a linear image pyramid
    double posteriorStd = 0;        ///< new weights: noise of every latent at first; 0: as it comes
};

/// The targets that a configuration names, in its order.
std::vector<TargetInfo> targetsOf(const config::PipelineConfig& config);

/// The configs of a model that is to be made. Precondition: validate(config) finds nothing.
ModelRecipe recipeOf(const config::NewModelConfig& config);

/// An albedo model of the size of Stable Diffusion 2.1-base (UNet 865,922,244 parameters): 8
/// channels in, 4 out, v-prediction on a zero-terminal-SNR schedule with trailing timesteps. The
/// tokenizer knows the two tokens that an empty prompt needs. Source: the configs of
/// stabilityai/stable-diffusion-2-1-base and prs-eth/marigold-iid-appearance-v1-1.
ModelRecipe sd21Recipe();

/// The same kinds of blocks, small enough to run in a second.
ModelRecipe tinyRecipe();

/// The configs of a folder. A UNet that sees no picture is widened for one target.
ModelRecipe recipeOf(const ModelFolder& model);

/// "sd21", "tiny", or the path of a model folder. Throws Error::notFound naming the known names.
ModelRecipe recipeNamed(const std::string& like);

} // namespace unlit::weights
