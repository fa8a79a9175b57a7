// Calibrating the uncertainties of a model on pictures whose truth is known, without torch in
// sight.
#pragma once

#include "core/base/failure.h"
#include "core/evaluate/calibration.h"
#include "core/evaluate/error_model.h"
#include "core/options/infer_options.h"
#include "core/session/data/dataset_commands.h"
#include "core/session/infer/inference_types.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace unlit {

struct CalibrationRequest {
    std::filesystem::path model;
    DatasetInput dataset; ///< pairs that the model was not trained on
    InferOptions options; ///< how it is measured; it holds for every way of running
    TileOptions tiles;
    InputOptions input;    ///< of beauties
    std::string target;    ///< whose truth the set has; "" = albedo, else the first
    std::size_t bins = 20; ///< of expected errors, of equal count
    /// Values of a picture that count at most, spread evenly over its valid pixels.
    std::size_t samplesOfPicture = 60000;
    /// Measures the calibration that the model has, with these settings, instead of fitting one.
    bool checksOnly = false;
};

struct CalibrationReport {
    int ensemble = 0;
    int steps = 0;
    Reduction reduction = Reduction::Median;
    double strength = 1;
    std::string target;
    std::size_t pictures = 0;
    std::size_t samples = 0;
    evaluate::ErrorModel model; ///< that was fitted
    /// Expected against found. For a new calibration, each half of the pictures (every second one)
    /// is judged by the model of the other half.
    evaluate::Reliability reliability;
    std::vector<std::pair<std::string, Failure>> failures; ///< pictures that were left out
};

/// Runs the model on every pair. A new calibration is written into the model's unlit.json, which
/// is replaced whole; nothing else changes. Errors of colours are those of sRGB-encoded values,
/// others those of the target's own numbers; means over the channels. nullopt when stopped; then
/// nothing is written. Throws Error as loadModel and datasetPairs; InvalidInput for fewer than two
/// usable pictures (a new calibration), for a model without a calibration (checksOnly).
std::optional<CalibrationReport>
calibrateModel(const CalibrationRequest& request,
               const std::function<void(std::size_t done, std::size_t total)>& progress,
               const std::stop_token& stop);

} // namespace unlit
