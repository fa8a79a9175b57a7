// Writing a model folder that diffusers loads unchanged, whole or not at all.
#pragma once

#include "core/weights/files/weight_source.h"
#include "core/weights/model_folder.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace unlit::weights {

/// Folder of a running mean of the UNet's weights, as diffusers' training scripts name it.
inline constexpr const char* kUnetEma = "unet_ema";
/// The same for the VAE.
inline constexpr const char* kVaeEma = "vae_ema";

struct ComponentToSave {
    nlohmann::json config;
    WeightSource weights;
    /// A file that this program wrote from the same weights; where the file system can, the new one
    /// becomes another name of it instead of a copy. Empty = none.
    std::filesystem::path sameAs = {};
};

/// A whole model, its weights not yet read.
struct ModelToSave {
    ComponentToSave unet;
    std::optional<ComponentToSave> unetEma; ///< a second set of its weights, a UNet like it
    ComponentToSave vae; ///< decodes the targets; encodes the picture too where vaeBeauty is unset
    std::optional<ComponentToSave> vaeBeauty; ///< encodes the picture
    std::optional<ComponentToSave> vaeEma;    ///< a second set of vae's weights
    ComponentToSave textEncoder;
    nlohmann::json scheduler;
    std::map<std::string, std::string> tokenizerFiles; ///< file name -> contents

    std::vector<TargetInfo> targets;
    int latentChannels = 4;
    ConcatOrder concatOrder = ConcatOrder::NoisyFirst; ///< of unet.weights
    std::optional<ConcatOrder> trainedConcatOrder;     ///< by their training; unset = concatOrder
    ResizeConvention resizeConvention = ResizeConvention::Unlit;
    ColorSpace transfer = ColorSpace::Srgb;
    double headroomEv = 0; ///< see UnlitJson
    int defaultSteps = 4;
    int defaultProcessingRes = 768;
    std::string provenance;
    bool isRandom = false;
    bool beginsWithZeros = false;   ///< see UnlitJson
    bool seesText = false;          ///< likewise
    std::optional<double> strength; ///< likewise
    nlohmann::json calibration;

    /// What was measured with weights that are no longer these.
    void forgetMeasurements() {
        strength.reset();
        calibration = nullptr;
    }
};

/// Everything as the folder has it, weights as views of its files. Replace `unet.weights` (and
/// provenance) to save what was trained. Throws as readComponentWeights, and as requireImageInput.
ModelToSave toSave(const ModelFolder& model);

/// The part's config as it is saved: the class is named, what an absent key means is said, the path
/// that the model once came from is left out.
nlohmann::json savedConfig(const Component& component);

/// The tokenizer's text files by name. Throws Error::corrupt for one of more than 64 MiB.
std::map<std::string, std::string> readTokenizerFiles(const std::filesystem::path& folder);

/// Whether the folder may be written: it does not exist, is empty, or (overwrite) holds a model.
/// Throws Error::invalidInput else: nothing but a model is ever replaced.
void requireWritableModelFolder(const std::filesystem::path& out, bool overwrite);

/// Writes class MarigoldIntrinsicsPipeline with target_properties, a DDIM scheduler, configs,
/// weights, tokenizer files and unlit.json. A noisy-first UNet is stored with the input halves of
/// conv_in exchanged, because diffusers knows image-first only; unlit.json records both orders. Two
/// VAEs become vae/ (targets) and vae_beauty/. `progress` hears the fraction of weights written, in
/// [0, 1]. Throws Error::system (disk full, …) and as requireWritableModelFolder; what was at `out`
/// before then still is.
void saveModelFolder(const std::filesystem::path& out, const ModelToSave& model, bool overwrite,
                     const std::function<void(double fraction)>& progress = {});

/// The same files into a folder that exists and is empty, for who makes it appear whole on its own.
void writeModelParts(const std::filesystem::path& folder, const ModelToSave& model,
                     const std::function<void(double fraction)>& progress = {});

/// Where such a folder keeps the weights of a part: "unet", "vae", "vae_beauty", "text_encoder".
std::filesystem::path savedWeightsFile(const std::string& component);

} // namespace unlit::weights
