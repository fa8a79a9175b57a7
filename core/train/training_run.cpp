#include "core/train/training_run.h"

#include "core/base/failure.h"
#include "core/base/text.h"
#include "core/train/checkpoint/copy_checkpoint.h"
#include "core/train/distributed/last_word.h"
#include "core/train/extension/recipe_hooks.h"
#include "core/train/hooks/backup_hook.h"
#include "core/train/hooks/build_snapshot_hook.h"
#include "core/train/hooks/control_hook.h"
#include "core/train/hooks/early_stopping_hook.h"
#include "core/train/hooks/ema_hook.h"
#include "core/train/hooks/finite_guard_hook.h"
#include "core/train/hooks/gradient_norm_hook.h"
#include "core/train/hooks/histogram_hook.h"
#include "core/train/hooks/latent_cache_hook.h"
#include "core/train/hooks/latest_hook.h"
#include "core/train/hooks/learning_rate_hook.h"
#include "core/train/hooks/loss_history_hook.h"
#include "core/train/hooks/loss_spike_hook.h"
#include "core/train/hooks/machine_hook.h"
#include "core/train/hooks/memory_hook.h"
#include "core/train/hooks/not_finite_hook.h"
#include "core/train/hooks/skipped_pictures_hook.h"
#include "core/train/hooks/time_limit_hook.h"
#include "core/train/hooks/timed_hook.h"
#include "core/train/hooks/timestep_loss_hook.h"
#include "core/train/hooks/trace_hook.h"
#include "core/train/hooks/visualization_hook.h"
#include "core/train/run_settings.h"
#include "core/train/trained.h"
#include "core/train/who_has_no_room.h"
#include "core/train/writers/metric_writers.h"
#include "core/train/writers/settings_row.h"

#include <algorithm>
#include <utility>

namespace unlit::train {

namespace {

TimePlan timePlan(const RunPlan& plan, const BatchTask& task) {
    const config::TrainConfig& config = plan.config;
    const double epochs = static_cast<double>(config.maxEpoch) *
                          static_cast<double>(task.batchesPerEpoch()) /
                          static_cast<double>(task.accumulationSteps());
    const config::TrainerConfig& trainer = config.trainer;
    return {.steps = config.maxIter > 0 ? static_cast<double>(config.maxIter) : epochs,
            .validationPeriod = plan.data.validation.empty() ? 0 : trainer.validationPeriod,
            .picturePeriod = trainer.visualizationPeriod,
            .savePeriod = trainer.savePeriod,
            .backupPeriod = trainer.backupPeriod};
}

/// While it lives, another process that is told to end reaches the first one whatever it waits for.
class EndAsked {
public:
    EndAsked(std::shared_ptr<Peers> peers, const std::function<void()>& call)
        : m_peers(std::move(peers)) {
        if (m_peers)
            m_peers->whenAskedToEnd(call);
    }

    ~EndAsked() {
        if (m_peers)
            m_peers->whenAskedToEnd({});
    }

    EndAsked(const EndAsked&) = delete;
    EndAsked& operator=(const EndAsked&) = delete;

private:
    std::shared_ptr<Peers> m_peers;
};

/// What hooks and loop of a run share, in the order in which they need each other.
class Run {
public:
    Run(const RunPlan& plan, const RunFolder& folder, const RunOptions& options,
        const PostEvent& post)
        : m_plan(plan), m_folder(folder), m_options(options), m_trained(makeTrained(plan)),
          m_time(timePlan(plan, *m_trained.task)),
          m_writers(folder, plan.config.writers, keepUntil(),
                    [post](const std::optional<Failure>& failure) { tellTrouble(post, failure); }),
          m_store(folder, plan.config.checkpoint, settingsOf(plan), options.room,
                  [this](const std::stop_token& stop) { return waitForRoom(stop); }) {
        if (plan.peers)
            m_shared = std::make_unique<SharedValidation>(plan.peers, *m_trained.validator,
                                                          plan.data.validation);
        m_trained.validator->setLetOthersGo([control = m_options.control, peers = plan.peers] {
            control->letOthersGo();
            if (peers)
                peers->getOn();
        });
    }

    RunEnd run(const PostEvent& post, const std::stop_token& stop) {
        Trainer trainer(*m_trained.task, limitsOf(m_plan.config), startOf(m_plan), makeHooks());
        for (const auto& notes : {m_plan.notes, m_trained.notes})
            for (const std::string& note : notes)
                post(LogLine{LogLine::Level::Info, note});
        if (const auto note = noteOfShare(*m_trained.task))
            post(LogLine{LogLine::Level::Info, *note});
        for (const auto& warnings : {m_trained.warnings, m_plan.data.warnings})
            for (const std::string& warning : warnings)
                post(LogLine{LogLine::Level::Warning, warning});
        if (!m_options.isResumed)
            m_writers.write(
                settingsRowOf(m_plan.config, m_folder.path().filename().string(), unixTime()));
        const EndAsked asked(m_plan.peers, m_options.endAsked);
        const RunEnd end = trainer.run(post, stop);
        if (m_plan.peers)
            endTogether(*m_plan.peers, [this] { m_store.finish(); });
        else
            m_store.finish();
        return end;
    }

private:
    /// False when the run's time is up meanwhile.
    bool waitForRoom(const std::stop_token& stop) {
        if (isTimeUp())
            return false;
        if (m_plan.peers)
            m_plan.peers->rest(true);
        m_options.control->waitForWord(stop, m_options.roomPatience);
        if (m_plan.peers)
            m_plan.peers->rest(false);
        return !isTimeUp();
    }

    bool isTimeUp() const {
        return TimeLimitHook::isOver(m_plan.config.run.exitAfter, m_options.processStart,
                                     TimeLimitHook::Clock::now());
    }

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
        WriteRow writeRow = [this](const MetricRow& row) { m_writers.write(row); };
        auto earlyStopping = makeEarlyStopping();
        if (earlyStopping)
            writeRow = earlyStopping->watching(std::move(writeRow));
        auto recipeHooks = makeRecipeHooks();
        if (recipeHooks)
            writeRow = recipeHooks->watching(std::move(writeRow));
        auto validation =
            std::make_unique<ValidationHook>(*m_trained.validator, m_store, m_folder,
                                             m_plan.data.validation, validationOptions(), writeRow);
        auto visualization = std::make_unique<VisualizationHook>(
            *m_trained.validator, m_folder, m_plan.data.visualization,
            config.trainer.visualizationPeriod,
            [this](const PictureRow& row) { m_writers.write(row); }, config.validation.saveFormat);
        std::vector<std::unique_ptr<Hook>> hooks;
        hooks.push_back(std::make_unique<BuildSnapshotHook>(m_folder, m_options.isResumed));
        hooks.push_back(std::make_unique<MemoryHook>(config.trainer.memoryLimit));
        hooks.push_back(timed(TimePart::Waiting,
                              std::make_unique<ControlHook>(m_options.control, m_store, *validation,
                                                            *visualization, config.lr)));
        hooks.push_back(std::make_unique<LearningRateHook>(
            LrSchedule(config.lrScheduler, config.maxIter), config.lr));
        hooks.push_back(std::make_unique<GradientNormHook>(config.trainer.maxGradNorm));
        hooks.push_back(std::make_unique<FiniteGuardHook>(config.trainer.nonFinite,
                                                          [this] { return waysOn(); }));
        if (config.lossSpike)
            hooks.push_back(
                std::make_unique<LossSpikeHook>(*config.lossSpike, [this] { return waysOn(); }));
        hooks.push_back(std::make_unique<NotFiniteHook>());
        hooks.push_back(std::make_unique<MachineHook>(machineOptions()));
        if (config.writers.tensorboard)
            hooks.push_back(std::make_unique<HistogramHook>(
                m_options.control, [this](const HistogramRow& row) { m_writers.write(row); }));
        if (config.dataloader.skipBroken)
            hooks.push_back(std::make_unique<SkippedPicturesHook>());
        hooks.push_back(std::make_unique<EmaHook>());
        if (config.writers.sampleLosses)
            hooks.push_back(std::make_unique<LossHistoryHook>(m_folder, lossHistoryOptions()));
        if (TimestepLossHook::isWanted(config))
            hooks.push_back(
                std::make_unique<TimestepLossHook>(config.trainer.lossBins, m_trained.timesteps));
        if (recipeHooks)
            hooks.push_back(std::move(recipeHooks));
        hooks.push_back(
            std::make_unique<MetricsHook>(writeRow, limitsOf(config), figureWindow(), &m_time));
        if (const auto trace = traceOptions(config))
            hooks.push_back(std::make_unique<TraceHook>(m_folder, *trace));
        hooks.push_back(timed(TimePart::Backup,
                              std::make_unique<BackupHook>(m_store, config.trainer.backupPeriod,
                                                           config.trainer.backupEpochs)));
        hooks.push_back(timed(TimePart::Validation, std::move(validation)));
        hooks.push_back(
            timed(TimePart::Latest, std::make_unique<LatestHook>(m_store, config.trainer.savePeriod,
                                                                 config.trainer.saveMinutes)));
        hooks.push_back(timed(TimePart::Pictures, std::move(visualization)));
        if (m_trained.latentCache)
            hooks.push_back(std::make_unique<LatentCacheHook>(m_trained.latentCache));
        if (earlyStopping)
            hooks.push_back(std::move(earlyStopping));
        hooks.push_back(std::make_unique<TimeLimitHook>(
            config.run.exitAfter, m_options.processStart, TimeLimitHook::Clock::now));
        if (m_options.addHooks)
            m_options.addHooks(hooks);
        return hooks;
    }

    MachineHookOptions machineOptions() const {
        MachineHookOptions options;
        options.run = m_folder.path();
        options.room = m_options.room;
        options.clock = secondsOfSteadyClock;
        const torch::Device device =
            m_trained.task->optimizer().parameters().front().value.device();
        if (device.is_cuda())
            options.gpu = GpuMeter::open(std::max<int>(device.index(), 0));
        return options;
    }

    std::unique_ptr<Hook> timed(TimePart part, std::unique_ptr<Hook> hook) {
        return std::make_unique<TimedHook>(m_time, part, std::move(hook));
    }

    std::optional<FigureWindow> figureWindow() const {
        const std::int64_t steps = m_plan.config.trainer.logWindow;
        if (steps == 0)
            return {};
        FigureWindow window(steps);
        if (m_options.isResumed)
            window.readFrom(m_folder.metrics());
        return window;
    }

    /// nullptr where the recipe has none.
    std::unique_ptr<RecipeHooks> makeRecipeHooks() {
        const config::TrainConfig& config = m_plan.config;
        if (config.hooks.empty())
            return nullptr;
        return std::make_unique<RecipeHooks>(
            m_options.hooks ? std::move(*m_options.hooks) : train::makeHooks(config),
            RecipeHooksPlace{.run = m_folder.path(),
                             .maxIter = config.maxIter,
                             .baseRate = config.lr,
                             .takeSaved = [this](bool waits) { return m_store.takeSaved(waits); }});
    }

    /// nullptr where the recipe has none.
    std::unique_ptr<EarlyStoppingHook> makeEarlyStopping() const {
        if (!m_plan.config.earlyStopping)
            return nullptr;
        config::EarlyStoppingConfig stopping = *m_plan.config.earlyStopping;
        const auto& sets = m_plan.data.validation;
        const std::string& main = m_plan.config.validation.mainValMetric;
        if (stopping.monitor.empty() && main.find('/') != std::string::npos)
            stopping.monitor = main;
        else if (stopping.monitor.empty() && !sets.empty())
            stopping.monitor = "val/" + sets.front().name + "/" +
                               m_trained.validator->mainFigure(*sets.front().pairs, main) +
                               (m_trained.task->ema() != nullptr ? "_ema" : "");
        return std::make_unique<EarlyStoppingHook>(stopping, config::goalOf(stopping));
    }

    /// For a run whose numbers have left what is finite.
    std::string waysOn() const {
        const std::string run = m_folder.path().string();
        return "go on with such settings (unlit train --resume " + run +
               " lr=…), go back (unlit run rollback " + run +
               " --checkpoint NAME), or begin another run (unlit run fork " + run +
               " --checkpoint NAME --output DIR); NAME is one of " +
               namesOf(checkpointsOf(m_folder));
    }

    ValidationHookOptions validationOptions() const {
        const config::ValidationConfig& config = m_plan.config.validation;
        return {
            .period = m_plan.config.trainer.validationPeriod,
            .mainMetric = config.mainValMetric,
            .goal = config.mainValMetricGoal.value_or(
                config::goalOfFigure(config.mainValMetric).value_or(config::MetricGoal::Minimize)),
            .bestOnes = m_plan.config.checkpoint.bestOnes(),
            .namesFigure = m_plan.config.checkpoint.figureInName,
            .atStart = config.atStart && !m_options.isResumed,
            .objective = m_trained.objective.get(),
            .shared = m_shared.get()};
    }

    LossHistoryOptions lossHistoryOptions() const {
        return {.worst = m_plan.config.writers.worstSamples,
                .trainTimesteps = m_trained.timesteps,
                .keepUntilStep =
                    m_options.isResumed ? std::optional(startOf(m_plan).step) : std::nullopt};
    }

    const RunPlan& m_plan;
    RunFolder m_folder;
    RunOptions m_options;
    Trained m_trained;
    TimeLeft m_time;
    MetricWriters m_writers;
    CheckpointStore m_store;
    std::unique_ptr<SharedValidation> m_shared; ///< null: this process validates alone
};

} // namespace

RunEnd runTraining(const RunPlan& plan, const RunFolder& folder, const RunOptions& options,
                   const PostEvent& post, std::stop_token stop) {
    return namingWhoHasNoRoom(plan, [&] {
        Run run(plan, folder, options, post);
        return run.run(post, stop);
    });
}

} // namespace unlit::train
