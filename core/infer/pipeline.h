// One image in, the pictures of its targets out: what the Infer page, the command line and
// evaluations run. Validations of a training run what is below it, tensor_run.h.
#pragma once

#include "core/infer/loaded_model.h"
#include "core/infer/run_plan.h"
#include "core/infer/run_progress.h"
#include "core/infer/sequence/steady_sequence.h"
#include "core/options/infer_options.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace unlit::infer {

/// What a run is told and tells while it goes; any of it may be empty.
struct RunSignals {
    ProgressCallback progress;
    std::stop_token stop;        ///< nothing is left of the run
    std::stop_token finishEarly; ///< the members that are done make the result
    /// What the members so far make, now and then; not for pictures in tiles.
    std::function<void(Prediction)> preview;
    bool wantsErrorFeatures = false; ///< TargetPrediction::errorFeatures, for calibrating
    bool keepsAnswer = false;        ///< Prediction::answer, where it is small (kept_answer.h)
};

/// What the network makes of one frame of a sequence.
struct FrameAnswer {
    RunPlan plan;
    std::optional<SequencePart> part;  ///< nothing for a frame without any light
    std::vector<DetailTarget> targets; ///< of its answer, for SteadySequence
};

/// Cheap to make; holds the model. Thread: one run at a time for each model, on any thread.
class Pipeline {
public:
    explicit Pipeline(std::shared_ptr<LoadedModel> model);

    /// `display`: display-encoded R, G, B in [0,1] in the transfer of the model folder (see
    /// toDisplay); every value finite. Device and precision of `options` were decided when the
    /// model was loaded. `progress` is called on this thread after each unit of work, and once
    /// before the first; it may be empty. Returns nothing when `stop` was requested: within one
    /// UNet step or one decoding, with the memory of the run given back to the system. Throws Error
    /// as planRun does, InvalidInput for a picture that does not fit the above, and for a model
    /// whose result is not finite; OutOfMemory when an allocation fails.
    std::optional<Prediction> run(const Image& display, const InferOptions& options,
                                  const ProgressCallback& progress, std::stop_token stop);

    std::optional<Prediction> run(const Image& display, const InferOptions& options,
                                  const RunSignals& signals);

    /// The two halves of run(), for pictures in a sequence: what the network answers, and the
    /// prediction that an answer makes, which may be another than the picture's own. Throw as run()
    /// does, and Error::invalidInput for what would be cut into tiles.
    std::optional<FrameAnswer> ask(const Image& display, const InferOptions& options,
                                   const RunSignals& signals);
    Prediction finish(const Image& display, const FrameAnswer& answer);

private:
    std::shared_ptr<LoadedModel> m_model;
};

} // namespace unlit::infer
