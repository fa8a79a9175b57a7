// From what the user asks to what is run: defaults of model and machine filled in, nonsense refused
// before anything is computed.
#pragma once

#include "core/infer/loaded_model.h"
#include "core/infer/preprocess.h"
#include "core/infer/run_settings.h"
#include "core/infer/tiles/tile_layout.h"
#include "core/options/infer_options.h"

#include <optional>

namespace unlit::infer {

struct RunPlan {
    RunSettings settings;
    PictureGeometry geometry;        ///< where it goes through whole
    std::optional<TileLayout> tiles; ///< where it does not
    UsedSettings used;
};

/// `input`: the picture's size in pixels. Throws Error::invalidInput for steps outside
/// [1, min(1000, the schedule's length)], ensemble outside [1, 1000], processing resolution outside
/// [0, 16384], a negative batch size, a share or count of members that is none, tiles that are none
/// (tile_layout.h), target names that the model does not have; OutOfMemory when
/// the machine cannot hold the run; and what diffusion::validate refuses. Device and precision are
/// the loaded model's.
RunPlan planRun(const InferOptions& options, const LoadedModel& model, PixelSize input);

/// The part of a plan that begins after the network has answered: strengths and detail of the
/// decoded targets. Throws Error::invalidInput for a strength.
void chooseFinish(RunSettings& settings, const InferOptions& options,
                  const weights::ModelFolder& folder);

/// What it says of itself, and what becomes of black.
void noteFinish(UsedSettings& used, const RunSettings& settings, const InferOptions& options);

/// Bytes that a run needs beside the weights, at its widest place: an estimate from above.
std::uint64_t estimateRunBytes(const LoadedModel& model, const RunSettings& settings,
                               const PictureGeometry& geometry);

/// The same for a run in tiles; grows with the picture only by its results and its latents, and
/// with the width of it by the rows of tiles that are in the making.
std::uint64_t estimateTiledBytes(const LoadedModel& model, const RunSettings& settings,
                                 const TileLayout& tiles);

} // namespace unlit::infer
