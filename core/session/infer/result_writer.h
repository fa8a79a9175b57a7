// From a prediction to files on disk: names, colour, layers.
#pragma once

#include "core/session/infer/inference_types.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace unlit {

/// A target as far as naming is concerned.
struct OutputTarget {
    std::string name;
    std::vector<std::string> subTargets; ///< of a stack; "" = unused
};

/// Every path that writing this request would create, before anything is computed: by label
/// ("albedo", "albedo uncertainty", "layered", "side-car"). Throws Error::invalidInput for a name
/// template that is wrong (see output_names.h), and one that gives two of them the same path.
std::map<std::string, std::filesystem::path>
plannedOutputs(const InferenceRequest& request, const std::vector<OutputTarget>& targets);

/// Throws Error::invalidInput naming the first planned file that exists, unless overwriting is
/// allowed, and an input that would be overwritten by its own result in any case.
void refuseExistingOutputs(const InferenceRequest& request,
                           const std::vector<OutputTarget>& targets);

/// Writes the files that result.request.output asks for and fills result.outputs,
/// result.uncertaintyOutputs and result.sidecar. Colour targets: linear in EXR and float TIFF, sRGB
/// in PNG and 16-bit TIFF, unless output.space says otherwise; Raw data is never converted. Each
/// file appears whole; when one fails, those that this call had created are removed again. Returns
/// sentences about what could not be kept. Precondition: request.output is set and the prediction
/// is not empty. Throws Error.
std::vector<std::string> writeResult(InferenceResult& result);

} // namespace unlit
