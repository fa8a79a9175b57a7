// One run of a model on one picture, from tensor to tensor: the seven steps in their order.
#pragma once

#include "core/infer/ensemble/ensemble.h"
#include "core/infer/expected_error.h"
#include "core/infer/loaded_model.h"
#include "core/infer/preprocess.h"
#include "core/infer/run_progress.h"
#include "core/infer/run_settings.h"

#include <torch/types.h>

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace unlit::infer {

struct RunInput {
    torch::Tensor picture_13HW; ///< float32 in [0,1], on the CPU
    /// What detail is taken from where that is not the picture: without what was filled in for the
    /// network. Of the picture's size.
    torch::Tensor detail_13HW = {};
    /// In place of the preprocessed picture: [1, 3, network size] in [-1,1].
    std::optional<torch::Tensor> networkInput;
    /// In place of the generator's: [E, T·L, h, w].
    std::optional<torch::Tensor> initialNoise;
};

/// Values on the way, for comparisons; kept only when asked for. All on the CPU, float32.
struct RunTrace {
    torch::Tensor networkInput; ///< [1, 3, H, W] in [-1,1], padding included
    torch::Tensor imageLatent;  ///< [1, L, h, w]
    torch::Tensor initialNoise; ///< [E, T·L, h, w]
    std::vector<std::int64_t> timesteps;
    /// [E, T·L, h, w], of the members that the result is made of and that see its size.
    torch::Tensor finalLatent;
    torch::Tensor members; ///< [E, K, 3, H, W] in [0,1], likewise, as decoded
    torch::Tensor
        memberUncertainty; ///< [K, 3, H, W] before restoring the size; undefined for E = 1
};

/// K kept targets at the input's size (matchInputRes) or the processing size; E members.
struct RunResult {
    torch::Tensor prediction_K3HW;  ///< in [0,1], bicubic of the diffusers convention may overshoot
    torch::Tensor uncertainty_K3HW; ///< in the units of the prediction; undefined for E = 1
    std::vector<JudgedPicture> judged; ///< of the settings' judged targets
    PixelSize network;                 ///< pixels that the encoder saw
    std::int64_t members = 1;          ///< that it is made of
};

/// A run without the way back to the picture's size: what the network answers at its own.
struct NetworkAnswer {
    torch::Tensor networkInput_13HW; ///< what it saw, in [-1,1], padding included
    EnsembleResult reduced;          ///< [K, 3, H, W] as decoded
    PictureGeometry geometry;
    std::int64_t members = 1; ///< that it is made of
};

struct RunControl {
    ProgressCallback progress;
    std::stop_token stop;
    RunTrace* trace = nullptr;   ///< not owned
    std::stop_token finishEarly; ///< once requested, the members that are done make the result
    /// Told what the members so far make, now and then (preview_pace.h); may be empty.
    std::function<void(const RunResult&)> preview;
};

/// Nothing when a stop was requested: it is looked at before every unit of work, the longest of
/// which is one UNet step or one decoding. Throws Error when the model gives no finite numbers.
/// Thread: one run at a time for each model.
std::optional<RunResult> runTensors(LoadedModel& model, const RunInput& input,
                                    const RunSettings& settings, const RunControl& control);

/// The two halves of runTensors. Between them an answer may be replaced by another of its shape.
std::optional<NetworkAnswer> askNetwork(LoadedModel& model, const RunInput& input,
                                        const RunSettings& settings, const RunControl& control);

RunResult finishAnswer(const NetworkAnswer& answer, const RunInput& input,
                       const RunSettings& settings);

/// What the decoder's picture shows of the network's input: [3, H, W] in [0,1], of the answer's
/// size.
torch::Tensor inputOfAnswer(const torch::Tensor& networkInput_13HW, PixelSize answer);

} // namespace unlit::infer
