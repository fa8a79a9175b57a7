// A model folder out of the parts of others, in the type that is wanted, without torch in sight.
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

struct ExportRequest {
    std::filesystem::path model; ///< gives every part that is not named below
    /// Folders of parts, or model folders that have them; empty = the model's own. What the
    /// pictures mean goes with the UNet.
    std::filesystem::path unet, vae, textEncoder, scheduler;
    LoraChoices loras; ///< low-rank additions that are merged into the UNet
    /// Models whose UNet and VAE are averaged with those above; what their pictures mean has to be
    /// the same.
    std::vector<std::filesystem::path> meanWith;
    std::optional<double> meanShare; ///< of the mean, of all of them together; unset = all alike
    std::filesystem::path output;
    std::string dtype = "float32"; ///< "float32", "float16", "bfloat16"
    std::optional<int> defaultSteps;
    std::optional<int> defaultProcessingRes;
    std::string provenance;          ///< "" = as the model has it
    std::uint64_t mostFileBytes = 0; ///< larger weights become several files; 0 = one for each part
    /// Residual blocks of the UNet by resolution, see core/weights/start/deepen_unet.h; empty = as
    /// it has.
    std::vector<std::int64_t> layersPerBlock;
    bool overwrite = false;
};

/// Writes one folder that diffusers loads, with one set of weights for each part. A calibration of
/// uncertainties is kept only where no part is exchanged or merged and steps stay. Throws Error: as
/// openModelFolder for parts that do not fit, readLora and LoraAdapters; Unsupported for a model
/// with low-rank additions of its own where none are merged; InvalidInput for weights that the type
/// cannot hold; as deepenUnet, meanOf and saveModelFolder. What was at `output` before then still
/// is.
void exportModel(const ExportRequest& request,
                 const std::function<void(double fraction)>& progress);

/// The same, but a stop ends it between two tensors: returns false, and nothing was written.
bool exportModel(const ExportRequest& request, const std::function<void(double fraction)>& progress,
                 const std::stop_token& stop);

} // namespace unlit
