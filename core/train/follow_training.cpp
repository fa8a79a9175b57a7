// The part of a process that is not the first of several.
#include "core/train/distributed/last_word.h"
#include "core/train/distributed/shared_validation.h"
#include "core/train/hooks/ema_hook.h"
#include "core/train/hooks/finite_guard_hook.h"
#include "core/train/hooks/gradient_norm_hook.h"
#include "core/train/hooks/latent_cache_hook.h"
#include "core/train/hooks/learning_rate_hook.h"
#include "core/train/hooks/loss_spike_hook.h"
#include "core/train/hooks/memory_hook.h"
#include "core/train/trained.h"
#include "core/train/training_run.h"
#include "core/train/who_has_no_room.h"

#include <utility>

namespace unlit::train {

namespace {

/// Those that have a say in the weights, which do the same in every process, and what the disk of
/// this one has to say.
std::vector<std::unique_ptr<Hook>> followersHooks(const config::TrainConfig& config,
                                                  const std::shared_ptr<LatentCache>& latentCache) {
    std::vector<std::unique_ptr<Hook>> hooks;
    hooks.push_back(std::make_unique<MemoryHook>(config.trainer.memoryLimit));
    hooks.push_back(std::make_unique<LearningRateHook>(
        LrSchedule(config.lrScheduler, config.maxIter), config.lr));
    hooks.push_back(std::make_unique<GradientNormHook>(config.trainer.maxGradNorm));
    hooks.push_back(std::make_unique<FiniteGuardHook>(config.trainer.nonFinite));
    if (config.lossSpike)
        hooks.push_back(std::make_unique<LossSpikeHook>(*config.lossSpike));
    hooks.push_back(std::make_unique<EmaHook>());
    if (latentCache)
        hooks.push_back(std::make_unique<LatentCacheHook>(latentCache));
    return hooks;
}

RunEnd follow(const RunPlan& plan, const PostEvent& post, const std::stop_token& stop,
              std::int64_t& step) {
    const Trained trained = makeTrained(plan);
    if (const auto note = noteOfShare(*trained.task))
        post(LogLine{LogLine::Level::Info, *note});
    Trainer trainer(*trained.task, limitsOf(plan.config), startOf(plan),
                    followersHooks(plan.config, trained.latentCache));
    SharedValidation validation(plan.peers, *trained.validator, plan.data.validation);
    trained.validator->setLetOthersGo([&peers = *plan.peers] { peers.getOn(); });
    trainer.serveFirst([&](const std::string& told, const StepContext& context) {
        validation.serve(told, trained.task->ema(), context.stop);
    });
    const std::stop_callback told(stop, [&peers = *plan.peers] { peers.askToEnd(); });
    const RunEnd end = trainer.run(post, stop);
    step = trainer.position().step;
    waitForEnd(*plan.peers);
    return end;
}

} // namespace

RunEnd followTraining(const RunPlan& plan, const PostEvent& post, std::stop_token stop,
                      std::int64_t& step) {
    return namingWhoHasNoRoom(plan, [&] { return follow(plan, post, stop, step); });
}

} // namespace unlit::train
