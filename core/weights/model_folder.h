// A model folder in the diffusers layout, understood but not loaded: its parts, their settings, and
// what the pictures that it makes mean.
#pragma once

#include "core/base/error.h"
#include "core/image/color/color_space.h"
#include "core/options/condition_kind.h"
#include "core/options/infer_options.h"
#include "core/weights/component.h"
#include "core/weights/target_info.h"
#include "core/weights/unlit_json.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace unlit::weights {

/// Parts that come from elsewhere. A path is a component's own folder, or a model folder that has
/// one of that name. Relative paths are taken from `root` where it is set. What the pictures mean
/// (targets, order, conventions) goes with the UNet: it is read beside the UNet that is used.
struct ComponentOverrides {
    std::filesystem::path root;
    std::optional<std::filesystem::path> unet, vaeBeauty, vaeAlbedo, textEncoder, tokenizer,
        scheduler;
};

/// Everything that the folder says, checked for fit: the VAEs' latents, the UNet's channels, the
/// width of the text.
struct ModelFolder {
    std::filesystem::path path; ///< absolute; empty when every part was overridden
    std::string className;      ///< of model_index.json; "" without one
    Component unet, vaeBeauty, vaeAlbedo, textEncoder, tokenizer, scheduler;
    bool hasTwoVaes = false; ///< false: vaeBeauty and vaeAlbedo are the same part

    std::vector<TargetInfo> targets; ///< in the UNet's order, at least one
    bool seesImage = true; ///< false: a UNet that takes only the noisy latents, to be widened
    int latentChannels = 4;
    int vaeFactor = 8; ///< pixels per latent cell

    ConcatOrder concatOrder = ConcatOrder::NoisyFirst;
    std::string concatOrderReason; ///< "unlit.json", "class MarigoldIntrinsicsPipeline", …
    ResizeConvention resizeConvention = ResizeConvention::Unlit;
    std::string resizeConventionReason;
    ColorSpace transfer = ColorSpace::Srgb; ///< display curve of the input and of encoded targets
    double headroomEv = 0;                  ///< see UnlitJson
    int defaultSteps = 4;                   ///< DDIM steps
    int defaultProcessingRes = 768;         ///< longer side in pixels, 0 = native
    std::filesystem::path lora; ///< low-rank additions that lie beside the UNet's folder and belong
                                ///< to the model (lora_file.h); empty = none
    UnlitJson unlit;            ///< as read, or empty; provenance, randomness, calibration
};

/// `path` may also be the folder of a UNet beside other parts (MODEL/unet_ema): the model with that
/// UNet. Throws the first fault, as Error naming file or folder: NotFound (missing folder, part or
/// config), Corrupt, Unsupported (unknown class or scheduler), InvalidInput (parts that do not fit,
/// with both numbers and both files). Weights are not opened.
ModelFolder openModelFolder(const std::filesystem::path& path,
                            const ComponentOverrides& overrides = {});

/// The same, but goes on after a fault and collects all of them; what could not be read is empty.
ModelFolder openModelFolder(const std::filesystem::path& path, const ComponentOverrides& overrides,
                            std::vector<Error>& faults);

/// Its unlit.json, there or not: beside the UNet, for what the pictures mean goes with that.
std::filesystem::path unlitFileOf(const ModelFolder& model);

/// Of the UNet's class embedding; 0 = it has none.
std::int64_t classesOf(const ModelFolder& model);

/// What the model was trained to be told beside the picture; unset = nothing.
std::optional<ConditionKind> conditionKindOf(const ModelFolder& model);

/// Throws Error::invalidInput when the model cannot make pictures from a picture: a UNet that was
/// never widened to see one.
void requireImageInput(const ModelFolder& model);

} // namespace unlit::weights
