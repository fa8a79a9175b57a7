// From what the user asks to what is run: defaults of model and machine filled in, nonsense refused
// before anything is computed.
#pragma once

#include "core/infer/infer_options.h"
#include "core/infer/loaded_model.h"
#include "core/infer/preprocess.h"
#include "core/infer/run_settings.h"

namespace unlit::infer {

struct RunPlan {
    RunSettings settings;
    PictureGeometry geometry;
    UsedSettings used;
};

/// `input`: the picture's size in pixels. Throws Error::invalidInput for steps outside
/// [1, min(1000, the schedule's length)], ensemble outside [1, 1000], processing resolution outside
/// [0, 16384], a negative batch size, target names that the model does not have; OutOfMemory when
/// the machine cannot hold the run; and what diffusion::validate refuses. Device and precision are
/// the loaded model's.
RunPlan planRun(const InferOptions& options, const LoadedModel& model, PixelSize input);

/// Bytes that a run needs beside the weights, at its widest place: an estimate from above.
std::uint64_t estimateRunBytes(const LoadedModel& model, const RunSettings& settings,
                               const PictureGeometry& geometry);

} // namespace unlit::infer
