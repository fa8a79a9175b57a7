// A model folder out of the parts of others, in the type that is wanted, without torch in sight.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace unlit {

struct ExportRequest {
    std::filesystem::path model; ///< gives every part that is not named below
    /// Folders of parts, or model folders that have them; empty = the model's own. What the
    /// pictures mean goes with the UNet.
    std::filesystem::path unet, vae, textEncoder, scheduler;
    std::filesystem::path output;
    std::string dtype = "float32"; ///< "float32", "float16", "bfloat16"
    std::optional<int> defaultSteps;
    std::optional<int> defaultProcessingRes;
    std::string provenance; ///< "" = as the model has it
    bool overwrite = false;
};

/// Writes one folder that diffusers loads, with one set of weights for each part. A calibration of
/// uncertainties is kept only where no part is exchanged and steps stay. Throws Error: as
/// openModelFolder for parts that do not fit; Unsupported for a model with low-rank additions of
/// its own; InvalidInput for weights that the type cannot hold; as saveModelFolder. What was at
/// `output` before then still is.
void exportModel(const ExportRequest& request,
                 const std::function<void(double fraction)>& progress);

} // namespace unlit
