#include "core/train/unet_run.h"

#include "core/base/error.h"
#include "core/train/hooks/backup_hook.h"
#include "core/train/hooks/build_snapshot_hook.h"
#include "core/train/hooks/control_hook.h"
#include "core/train/hooks/ema_hook.h"
#include "core/train/hooks/finite_guard_hook.h"
#include "core/train/hooks/gradient_norm_hook.h"
#include "core/train/hooks/latent_cache_hook.h"
#include "core/train/hooks/latest_hook.h"
#include "core/train/hooks/learning_rate_hook.h"
#include "core/train/hooks/loss_history_hook.h"
#include "core/train/hooks/memory_hook.h"
#include "core/train/hooks/time_limit_hook.h"
#include "core/train/hooks/visualization_hook.h"
#include "core/train/run_settings.h"

#include <utility>

namespace unlit::train {

namespace {

/// What hooks and loop of a run share, in the order in which they need each other.
class UNetRun {
public:
    UNetRun(const UNetRunPlan& plan, const RunFolder& folder, const UNetRunOptions& options,
            const PostEvent& post)
        : m_plan(plan), m_folder(folder), m_options(options), m_task(makeUNetTask(plan)),
          m_validator(m_task->model(), plan.config.validation, plan.config.eval),
          m_writers(folder, plan.config.writers, keepUntil(),
                    [post](const std::optional<Failure>& failure) { tellTrouble(post, failure); }),
          m_store(folder, plan.config.checkpoint, settingsOf(plan), options.room) {}

    RunEnd run(const PostEvent& post, const std::stop_token& stop) {
        Trainer trainer(*m_task, limitsOf(m_plan.config), startOf(m_plan), makeHooks());
        for (const std::string& note : m_plan.notes)
            post(LogLine{LogLine::Level::Info, note});
        for (const std::string& note :
             uselessMemorySettings(m_task->model().device, m_plan.config.memory))
            post(LogLine{LogLine::Level::Warning, note});
        for (const std::string& warning : m_plan.data.warnings)
            post(LogLine{LogLine::Level::Warning, warning});
        const RunEnd end = trainer.run(post, stop);
        m_store.finish();
        return end;
    }

private:
    static void tellTrouble(const PostEvent& post, const std::optional<Failure>& failure) {
        post(LogLine{LogLine::Level::Warning,
                     failure ? "figures are kept until they can be written: " + failure->text()
                             : "all figures are written again"});
    }

    std::optional<KeepUntil> keepUntil() const {
        if (!m_options.isResumed)
            return {};
        const RunPosition position = startOf(m_plan);
        return KeepUntil{position.step, !position.inEvaluation};
    }

    /// The one place where the order of the hooks is written. Figures first, then the steps'
    /// backup, validation, latest, pictures, as the reference does.
    std::vector<std::unique_ptr<Hook>> makeHooks() {
        const config::TrainConfig& config = m_plan.config;
        const WriteRow writeRow = [this](const MetricRow& row) { m_writers.write(row); };
        auto validation = std::make_unique<ValidationHook>(
            m_validator, m_store, m_folder, m_plan.data.validation, validationOptions(), writeRow);
        std::vector<std::unique_ptr<Hook>> hooks;
        hooks.push_back(std::make_unique<BuildSnapshotHook>(m_folder, m_options.isResumed));
        hooks.push_back(std::make_unique<MemoryHook>(config.trainer.memoryLimit));
        hooks.push_back(
            std::make_unique<ControlHook>(m_options.control, m_store, validation.get()));
        hooks.push_back(std::make_unique<LearningRateHook>(
            LrSchedule(config.lrScheduler, config.maxIter), config.lr));
        hooks.push_back(std::make_unique<GradientNormHook>(config.trainer.maxGradNorm));
        hooks.push_back(std::make_unique<FiniteGuardHook>());
        hooks.push_back(std::make_unique<EmaHook>());
        if (config.writers.sampleLosses)
            hooks.push_back(std::make_unique<LossHistoryHook>(m_folder, lossHistoryOptions()));
        hooks.push_back(std::make_unique<MetricsHook>(writeRow, limitsOf(config)));
        hooks.push_back(std::make_unique<BackupHook>(m_store, config.trainer.backupPeriod));
        hooks.push_back(std::move(validation));
        hooks.push_back(std::make_unique<LatestHook>(m_store, config.trainer.savePeriod));
        hooks.push_back(std::make_unique<VisualizationHook>(
            m_validator, m_folder, m_plan.data.visualization, config.trainer.visualizationPeriod,
            [this](const PictureRow& row) { m_writers.write(row); }));
        if (m_task->latentCache())
            hooks.push_back(std::make_unique<LatentCacheHook>(m_task->latentCache()));
        hooks.push_back(std::make_unique<TimeLimitHook>(
            config.run.exitAfter, m_options.processStart, TimeLimitHook::Clock::now));
        if (m_options.addHooks)
            m_options.addHooks(hooks);
        return hooks;
    }

    ValidationHookOptions validationOptions() const {
        const config::ValidationConfig& config = m_plan.config.validation;
        return {.period = m_plan.config.trainer.validationPeriod,
                .mainMetric = config.mainValMetric,
                .goal =
                    config::betterDirection(config.mainValMetric)
                        .value_or(config.mainValMetricGoal.value_or(config::MetricGoal::Minimize)),
                .bestOnes = m_plan.config.checkpoint.bestOnes()};
    }

    LossHistoryOptions lossHistoryOptions() const {
        return {.worst = m_plan.config.writers.worstSamples,
                .trainTimesteps = m_task->model().scheduler.numTrainTimesteps,
                .keepUntilStep =
                    m_options.isResumed ? std::optional(startOf(m_plan).step) : std::nullopt};
    }

    const UNetRunPlan& m_plan;
    RunFolder m_folder;
    UNetRunOptions m_options;
    std::unique_ptr<UNetTask> m_task;
    Validator m_validator;
    MetricWriters m_writers;
    CheckpointStore m_store;
};

} // namespace

RunEnd runUNetTraining(const UNetRunPlan& plan, const RunFolder& folder,
                       const UNetRunOptions& options, const PostEvent& post, std::stop_token stop) {
    UNetRun run(plan, folder, options, post);
    return run.run(post, stop);
}

} // namespace unlit::train
