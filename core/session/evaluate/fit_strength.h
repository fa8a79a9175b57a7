// How far a model's corrections can be trusted, measured on pictures whose truth is known.
#pragma once

#include "core/base/failure.h"
#include "core/options/infer_options.h"
#include "core/session/data/dataset_commands.h"
#include "core/session/infer/inference_types.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace unlit {

struct StrengthRequest {
    std::filesystem::path model;
    DatasetInput dataset; ///< pairs that the model was not trained on
    InferOptions options; ///< as it will be used; its strength is not looked at
    InputOptions input;   ///< of beauties
    bool writes = true;   ///< into unlit.json
};

/// Means over the pictures: one scale, valid pixels, linear light, as `unlit evaluate` has them.
struct StrengthScore {
    double strength = 1;
    double mse = 0;
    double lmse = 0;
    double relative = 1; ///< mean of both, each as a share of what it is at full strength
};

struct StrengthReport {
    std::vector<StrengthScore> scores; ///< by falling strength, from 1 to 0.5
    double best = 1;                   ///< strength of the smallest `relative`
    std::size_t pictures = 0;
    std::vector<std::pair<std::string, Failure>> failures; ///< pictures that were left out
};

/// Runs the model once on every pair and measures means of its prediction and the input, mixed at
/// the picture's own size. The best strength is written into the model's unlit.json, which is
/// replaced whole; a calibration of another strength holds no more and is taken out. nullopt when
/// stopped; then nothing is written. Throws Error as loadModel and datasetPairs; InvalidInput for a
/// model without a target that can be blended (core/infer/strength.h), and where no picture is
/// usable.
std::optional<StrengthReport>
fitStrength(const StrengthRequest& request,
            const std::function<void(std::size_t done, std::size_t total)>& progress,
            const std::stop_token& stop);

} // namespace unlit
