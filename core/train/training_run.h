// One training run, put together from its plan: task, hooks, writers, run folder.
#pragma once

#include "core/train/checkpoint/checkpoint_store.h"
#include "core/train/extension/make_hooks.h"
#include "core/train/train_control.h"
#include "core/train/trainer.h"
#include "core/train/training_plan.h"

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace unlit::train {

/// How the run of this process is to go.
struct RunOptions {
    std::chrono::steady_clock::time_point processStart = std::chrono::steady_clock::now();
    std::shared_ptr<TrainControl> control = std::make_shared<TrainControl>();
    bool isResumed = false;
    FreeRoom room = FreeRoom::ofThisMachine();
    std::chrono::milliseconds roomPatience = std::chrono::seconds(10); ///< between two tries
    /// Those of the recipe, where they were made before there was a run; null: they are made now.
    std::shared_ptr<std::vector<MadeHook>> hooks = {};
    /// Of the first of several processes: called, on any thread, when another one was told to end;
    /// may be empty.
    std::function<void()> endAsked = {};
    /// Puts hooks of the caller's own behind the others; may be empty.
    std::function<void(std::vector<std::unique_ptr<Hook>>&)> addHooks = {};
};

/// Loads the model, trains to the run's end, and leaves everything on disk. `folder` is locked by
/// the caller. Throws what ended the run, and Error when its last checkpoint was not written.
/// Thread: the compute thread.
RunEnd runTraining(const RunPlan& plan, const RunFolder& folder, const RunOptions& options,
                   const PostEvent& post, std::stop_token stop);

/// The same of a process that is not the first of several: it does its share of each step and
/// writes nothing. `step`: becomes how many have been done.
RunEnd followTraining(const RunPlan& plan, const PostEvent& post, std::stop_token stop,
                      std::int64_t& step);

} // namespace unlit::train
