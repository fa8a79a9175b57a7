// Model folders without torch in sight: what is in one, whether it is sound, a random one for
// trying things out, a new one to train.
#pragma once

#include "core/weights/lora/lora_choice.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit {

namespace config {
struct NewModelConfig;
}

struct ComponentSummary {
    std::string name; ///< "unet", "vae", "text_encoder", …
    std::string className;
    std::size_t tensors = 0;
    std::uint64_t parameters = 0;
    std::uint64_t bytes = 0;
    std::string dtype; ///< "float32", "float16", "mixed", …
};

/// What the folder says of itself. Made without loading weights (headers only).
struct ModelSummary {
    std::filesystem::path folder;
    std::string className; ///< from model_index.json
    std::vector<ComponentSummary> components;
    std::vector<std::string> targets; ///< "albedo", …
    std::string concatOrder;          ///< "noisy_first" or "image_first"
    std::string concatOrderReason;
    std::string resizeConvention; ///< "marigold", "diffusers" or "unlit"
    std::string predictionType;   ///< "epsilon", "v_prediction", "sample"
    std::string
        transfer; ///< "srgb" or "gamma22": display curve of the input and of encoded targets
    double headroomEv = 0; ///< stops that scene-linear pictures are shown to it darker
    int vaeFactor = 8;
    int latentChannels = 4;
    double scalingFactor = 1; ///< latents of the diffusion = the encoder's mean times this
    std::string quantizer;    ///< "fsq 8x5x5"; "" where latents are continuous
    int defaultSteps = 4;     ///< 1 for models of one step
    int defaultProcessingRes = 768;
    std::string provenance;   ///< from unlit.json; "" where unknown
    bool isRandom = false;    ///< never trained: made by `model random` or `model new`
    bool isOneStep = false;   ///< begins with zeros: one step and no seed, whatever is asked for
    int mostMembers = 0;      ///< that an ensemble has, whatever is asked for; 0 = any number
    double strength = 1;      ///< share of the correction that pictures get unless asked otherwise
    bool hasStrength = false; ///< whether another can be asked for
    bool knowsErrors = false; ///< one prediction alone has an uncertainty
    int classes = 0;          ///< that it can be told; 0 = none
    bool seesText = false;    ///< it can be told a text
    std::string calibration;  ///< what its uncertainties were calibrated with; "" = not calibrated
};

/// Throws Error naming folder and part when the folder cannot be understood.
ModelSummary inspectModel(const std::filesystem::path& folder);

struct ModelFinding {
    enum class Severity { Note, Error };
    Severity severity = Severity::Note;
    std::string text; ///< what and where
    std::string hint; ///< what to do
};

/// Loads everything strictly, one part after the other, and reports all faults instead of the first
/// one. `onPart` hears which part is about to be loaded; a stop ends it between two parts, with
/// what was found so far.
std::vector<ModelFinding>
checkModel(const std::filesystem::path& folder,
           const std::function<void(const std::string& part)>& onPart = {},
           const std::stop_token& stop = {});

/// Writes a folder with random, well-scaled weights. `like` is "sd21", "tiny", or a model folder
/// whose configs are taken. Deterministic in `seed`. Throws Error if `out` exists and is not empty
/// and overwrite is false.
void writeRandomModel(const std::string& like, const std::filesystem::path& out, std::uint64_t seed,
                      bool overwrite, const std::function<void(double fraction)>& progress);

/// Writes a folder with the weights that training starts from. Precondition: validate(config) finds
/// nothing. Deterministic in `seed`. Throws as writeRandomModel.
void writeNewModel(const config::NewModelConfig& config, const std::filesystem::path& out,
                   std::uint64_t seed, bool overwrite,
                   const std::function<void(double fraction)>& progress);

/// Writes the model with the low-rank additions of `lora` (and any that belong to the folder) added
/// to its UNet: a plain model of the same size, float32. Throws Error as openModelFolder, readLora,
/// LoraAdapters and saveModelFolder; what was at `out` before then still is.
void mergeLora(const std::filesystem::path& model, const LoraChoice& lora,
               const std::filesystem::path& out, bool overwrite,
               const std::function<void(double fraction)>& progress);

} // namespace unlit
