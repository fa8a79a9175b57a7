// What a run leaves for later: the network's own answer, from which a result of another strength,
// detail or black is made without asking it again.
#pragma once

#include "core/infer/run_plan.h"
#include "core/infer/tensor_run.h"
#include "core/options/infer_options.h"
#include "core/weights/model_folder.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace unlit::infer {

/// Immutable; holds no weights. Its tensors have the network's size, whatever the picture's.
struct KeptAnswer {
    weights::ModelFolder folder; ///< of the model that answered, as it was then
    RunPlan plan;                ///< of that run
    NetworkAnswer answer;
    bool sawFilled = false; ///< pixels without light were hidden from the network
};

/// Of the tensors: three numbers for each of the network's pixels, for what it saw, for each target
/// and, of an ensemble, for each target's spread.
std::uint64_t bytesOf(const NetworkAnswer& answer);

/// More is not kept: a network that saw 3344 x 3344 pixels, of one target and one member.
inline constexpr std::uint64_t kMostKeptBytes = std::uint64_t{256} << 20;

/// What the run would have given with the strength, detail and keepBlack of `options`; its other
/// settings are those of the run. `display`: the picture of that run. The same numbers as a run's.
/// Nothing where the network would have to see another picture: black is kept or not where the
/// picture has any. Any thread; seconds for 8K. Throws Error as planRun for the strength.
std::optional<Prediction> finishAgain(const std::shared_ptr<const KeptAnswer>& kept,
                                      const Image& display, const InferOptions& options);

} // namespace unlit::infer
