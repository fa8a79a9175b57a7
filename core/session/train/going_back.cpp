#include "core/session/train/going_back.h"

#include "core/base/error.h"
#include "core/session/train/branch_run.h"
#include "core/train/checkpoint/read_checkpoint.h"
#include "core/train/hooks/loss_spike_hook.h"

#include <algorithm>
#include <optional>

namespace unlit {

namespace {

/// What the schedule multiplies where a plan begins.
double baseRateOf(const train::RunPlan& plan) {
    const train::RunPosition start = train::startOf(plan);
    return start.learningRate.value_or(plan.config.lr.at(start.step));
}

/// A run whose loss has jumped has saved where it then was as `latest`: it goes on from the one
/// before, at a lower rate.
train::RunPlan planBack(const train::RunPlan& plan, const train::RunFolder& folder) {
    (void)rollBackLockedRun(folder.path(), train::kPreviousCheckpoint);
    const auto onDamaged = [](const std::filesystem::path&, const Failure& failure) {
        throw Error(failure.kind, failure.message, failure.hint);
    };
    train::RunPlan later = train::planResume(plan.config, folder, onDamaged);
    later.checkpoint->position.learningRate =
        std::min(baseRateOf(plan), baseRateOf(later)) * plan.config.lossSpike->rateFactor;
    return later;
}

bool canGoBack(const train::LossSpike& spike, const train::RunPlan& plan,
               const train::RunFolder& folder, std::int64_t rollbacks) {
    std::error_code unknown;
    return spike.goesBack && !plan.peers && rollbacks < plan.config.lossSpike->mostRollbacks &&
           std::filesystem::is_directory(folder.checkpoint(train::kPreviousCheckpoint), unknown);
}

} // namespace

train::RunEnd trainGoingBack(const train::RunPlan& plan, const train::RunFolder& folder,
                             train::RunOptions options, const train::PostEvent& post,
                             const std::stop_token& stop,
                             const std::function<void(const train::RunPlan&)>& tell) {
    std::optional<train::RunPlan> later;
    for (std::int64_t rollbacks = 0;; ++rollbacks) {
        const train::RunPlan& now = later ? *later : plan;
        try {
            return train::runTraining(now, folder, options, post, stop);
        } catch (const train::LossSpike& spike) {
            if (!canGoBack(spike, now, folder, rollbacks))
                throw;
            post(LogLine{LogLine::Level::Warning,
                         std::string(spike.what()) +
                             "; the run goes back to the checkpoint before"});
        }
        const double before = baseRateOf(now);
        later = planBack(now, folder);
        options.isResumed = true;
        options.hooks = {};
        tell(*later);
        post(RunIntervention{train::startOf(*later).step, RunIntervention::What::LearningRate,
                             AskedBy::LossSpike, before, baseRateOf(*later)});
    }
}

} // namespace unlit
