#include "core/session/train_job.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/config/load_config.h"
#include "core/config/yaml_writer.h"
#include "core/session/prepare_run.h"
#include "core/session/run_log.h"
#include "core/train/training_run.h"

namespace unlit {

namespace {

using train::RunFolder;

void tellRun(const JobRunner::Post& post, const train::RunPlan& plan, const RunFolder& folder) {
    const train::RunPosition start = train::startOf(plan);
    post(RunOpened{folder.path(), start.step, plan.config.maxIter});
}

/// From a plan to the end of the run.
Outcome trainToItsEnd(const train::RunPlan& plan, const RunFolder& folder,
                      const train::RunOptions& options, const JobRunner::Post& post,
                      const std::stop_token& stop) {
    RunLog log(folder);
    std::int64_t step = train::startOf(plan).step;
    const auto watch = [&](decltype(Event::body) body) {
        if (const auto* scalars = std::get_if<ScalarsReady>(&body))
            step = scalars->step;
        log.add(body);
        post(std::move(body));
    };
    tellRun(watch, plan, folder);
    const train::RunEnd end = [&] {
        try {
            return train::runTraining(plan, folder, options, watch, stop);
        } catch (...) {
            log.add(Finished{Outcome::Failed, translateCurrentException()});
            throw;
        }
    }();
    watch(RunClosed{folder.path(), step, std::string(toString(end))});
    return Outcome::Done;
}

void writeConfig(const RunFolder& folder, const config::TrainConfig& config) {
    writeAtomically(folder.config(), config::toYaml(config));
}

/// The run's own config, with what this process was asked for.
config::TrainConfig configOf(const RunFolder& folder, const ResumedRun& run) {
    const config::LoadedConfig loaded = config::loadConfig(folder.config());
    config::requireUsable(loaded);
    config::TrainConfig config = loaded.config;
    if (run.extendBy > 0) {
        if (config.maxIter <= 0)
            throw Error::invalidInput("the run ends with its epochs, it has no max_iter to extend",
                                      "set max_epoch in " + folder.config().string());
        config.maxIter += run.extendBy;
    }
    return config;
}

void requireUnfinished(const train::RunPlan& plan, const RunFolder& folder) {
    const train::RunPosition start = train::startOf(plan);
    const bool isAtEnd = (plan.config.maxIter > 0 && start.step >= plan.config.maxIter) ||
                         start.epoch > plan.config.maxEpoch;
    if (isAtEnd && !start.inEvaluation)
        throw Error::invalidInput(folder.path().string() + " is complete: it has done its " +
                                      std::to_string(start.step) + " steps",
                                  "go on with --extend N");
}

} // namespace

Outcome runNewTraining(const NewRun& run, const TrainJobControl& control,
                       const JobRunner::Post& post, const std::stop_token& stop) {
    const auto tell = [&](const std::string& what) { post(LogLine{LogLine::Level::Info, what}); };
    const auto path =
        RunFolder::plannedPath(run.config.run, run.configFile, std::chrono::system_clock::now());
    if (std::filesystem::exists(path))
        throw Error::invalidInput("there is a run already: " + path.string(),
                                  "go on with it (--resume), name another one (run.name=…), or "
                                  "add --add-datetime-prefix");
    if (!prepareRun(run.config, tell, stop))
        return Outcome::Cancelled;
    const train::RunPlan plan = train::planRun(run.config);
    const RunFolder folder = RunFolder::create(path, config::toYaml(run.config));
    const train::RunLock lock(folder);
    return trainToItsEnd(plan, folder, {.processStart = control.start, .control = control.control},
                         post, stop);
}

Outcome runResumedTraining(const ResumedRun& run, const TrainJobControl& control,
                           const JobRunner::Post& post, const std::stop_token& stop) {
    const RunFolder folder = RunFolder::open(run.run);
    const train::RunLock lock(folder);
    config::TrainConfig config = configOf(folder, run);
    const auto onDamaged = [&](const std::filesystem::path& damaged, const Failure& failure) {
        post(LogLine{LogLine::Level::Warning,
                     "THE CHECKPOINT " + damaged.string() +
                         " IS DAMAGED, the one before is taken: " + failure.text()});
    };
    const config::TrainConfig kept = config;
    if (run.device)
        config.run.device = *run.device;
    config.run.exitAfter = run.exitAfter.value_or(0);
    const train::RunPlan plan = train::planResume(config, folder, onDamaged);
    requireUnfinished(plan, folder);
    if (run.extendBy > 0)
        writeConfig(folder, kept);
    return trainToItsEnd(
        plan, folder,
        {.processStart = control.start, .control = control.control, .isResumed = true}, post, stop);
}

} // namespace unlit
