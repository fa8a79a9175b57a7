#include "core/session/train/train_job.h"
#include "core/session/train/kept_recipe.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/shell_text.h"
#include "core/config/load_config.h"
#include "core/config/resume_changes.h"
#include "core/config/yaml/yaml_writer.h"
#include "core/nn/torch_warnings.h"
#include "core/runs/run_history.h"
#include "core/session/train/allowed_programs.h"
#include "core/session/train/going_back.h"
#include "core/session/train/prepare_run.h"
#include "core/session/train/provenance.h"
#include "core/session/train/resumed_config.h"
#include "core/session/train/run_control_server.h"
#include "core/session/train/run_log.h"
#include "core/session/train/run_notices.h"
#include "core/session/train/run_record.h"
#include "core/train/checkpoint/copy_checkpoint.h"
#include "core/train/distributed/same_run.h"
#include "core/train/train_control.h"
#include "core/train/training_run.h"

#include <algorithm>

namespace unlit {

namespace {

using train::RunFolder;

void tellRun(const JobRunner::Post& post, const train::RunPlan& plan, const RunFolder& folder,
             bool isResumed) {
    const train::RunPosition start = train::startOf(plan);
    const std::string checkpoint =
        plan.checkpoint ? plan.checkpoint->folder.filename().string() : std::string();
    post(RunOpened{folder.path(), start.step, plan.config.maxIter, checkpoint, isResumed});
}

AskedBy whoEnded(train::RunEnd end, const train::TrainControl& control) {
    return end == train::RunEnd::TimeUp ? AskedBy::TimeLimit : control.stoppedBy();
}

/// Nothing where it cannot be opened: a run does without.
std::unique_ptr<RunLog> openLog(const std::filesystem::path& folder,
                                const config::TrainConfig& config, const JobRunner::Post& post) {
    try {
        return std::make_unique<RunLog>(folder, config.logging,
                                        config.trainer.logPeriod.value_or(1));
    } catch (const Error& error) {
        post(LogLine{LogLine::Level::Warning,
                     std::string("the run goes without its log: ") + error.what()});
        return nullptr;
    }
}

/// Nothing where it cannot be: a run does without.
std::unique_ptr<RunControlServer> openControl(const std::filesystem::path& folder,
                                              const train::RunPlan& plan,
                                              const TrainJobControl& control,
                                              const JobRunner::Post& post) {
    if (!control.stop)
        return nullptr;
    try {
        auto server = std::make_unique<RunControlServer>(
            folder, control.control, control.stop,
            [rate = plan.config.lr](std::int64_t step) { return rate.at(step); },
            plan.config.writers.tensorboard);
        if (const auto& set = train::startOf(plan).learningRate)
            server->noteRate(*set);
        return server;
    } catch (const Error& error) {
        post(LogLine{
            LogLine::Level::Warning,
            std::string("the run cannot be asked by other programs (unlit run pause, …): ") +
                error.what()});
        return nullptr;
    }
}

/// From a plan to the end of the run. `changes`: settings that are not those of before.
Outcome trainToItsEnd(const train::RunPlan& plan, const RunFolder& folder,
                      const train::RunOptions& options, const TrainJobControl& control,
                      const std::vector<SettingChanged>& changes, const JobRunner::Post& post,
                      const std::stop_token& stop) {
    const std::unique_ptr<RunLog> log = openLog(folder.path(), plan.config, post);
    const auto addToLog = [&log](const decltype(Event::body)& body) {
        if (log)
            log->add(body);
    };
    const auto tellTrouble = [&](const std::optional<Failure>& failure) {
        LogLine line{LogLine::Level::Warning,
                     failure ? "records of events.jsonl are kept until they can be written: " +
                                   failure->text()
                             : "all records of events.jsonl are written again"};
        addToLog(line);
        post(std::move(line));
    };
    RunRecord record(folder, tellTrouble, provenanceOf(plan));
    std::int64_t step = train::startOf(plan).step;
    RunNotices notices(plan.config, folder.path(), [&](decltype(Event::body) line) {
        addToLog(line);
        post(std::move(line));
    });
    const auto server = openControl(folder.path(), plan, control, [&](decltype(Event::body) line) {
        addToLog(line);
        post(std::move(line));
    });
    const auto watch = [&](decltype(Event::body) body) {
        if (server)
            server->note(body);
        if (const auto* scalars = std::get_if<ScalarsReady>(&body))
            step = scalars->step;
        addToLog(body);
        record.add(body);
        notices.add(body);
        post(std::move(body));
    };
    tellRun(watch, plan, folder, options.isResumed);
    for (const SettingChanged& change : changes)
        watch(change);
    const train::RunEnd end = [&] {
        try {
            return trainGoingBack(
                plan, folder, options, watch, stop,
                [&](const train::RunPlan& later) { tellRun(watch, later, folder, true); });
        } catch (...) {
            const Finished failed{Outcome::Failed, translateCurrentException()};
            addToLog(failed);
            record.add(failed);
            notices.fail(*failed.failure);
            throw;
        }
    }();
    // A signal to another process is known by the step that it ends, often before its word comes.
    const bool anotherWasTold =
        plan.peers && end == train::RunEnd::Stopped && !stop.stop_requested();
    watch(RunClosed{folder.path(), step, std::string(toString(end)),
                    anotherWasTold ? AskedBy::Signal : whoEnded(end, *options.control)});
    return Outcome::Done;
}

/// Another process of the run was told to end.
std::function<void()> endAskedBy(const TrainJobControl& control) {
    if (!control.stop)
        return {};
    return [stop = control.stop] { stop(AskedBy::Signal); };
}

/// How long the processes of a run wait for each other at its beginning.
constexpr std::chrono::minutes kMeetingPatience{5};

constexpr double kLongestTimeout = 1e9; ///< seconds

std::shared_ptr<train::Peers> meet(const std::optional<train::Rendezvous>& meeting) {
    return meeting ? train::Peers::meet(*meeting, kMeetingPatience) : nullptr;
}

/// All know the run: what takes long from here on takes it in pieces.
void watchEachOther(train::Peers& peers, const config::RunConfig& run) {
    peers.setStandstill(std::chrono::milliseconds(
        static_cast<std::int64_t>(std::min(run.hangTimeout, kLongestTimeout) * 1000)));
}

/// What `make` gives. Of several processes that cannot make it one says why.
template <class Make>
train::RunPlan planTogether(const std::shared_ptr<train::Peers>& peers, const Make& make) {
    try {
        return make();
    } catch (const Error&) {
        if (peers && !peers->isFirst())
            train::leaveToFirst(*peers, translateCurrentException());
        throw;
    }
}

/// "logging.rank2.log" of "logging.log".
std::string logOfRank(const std::filesystem::path& filename, int rank) {
    return filename.stem().string() + ".rank" + std::to_string(rank) +
           filename.extension().string();
}

/// The run of a process that is not the first of several: it writes nothing but a log of its own,
/// where the run's folder can be reached from its machine.
Outcome followToItsEnd(const train::RunPlan& plan, const std::filesystem::path& run,
                       const TrainJobControl& control, const JobRunner::Post& post,
                       const std::stop_token& stop) {
    (void)plan.peers->exchange("the folder is there");
    config::TrainConfig config = plan.config;
    config.logging.filename = logOfRank(config.logging.filename, plan.peers->rank());
    const std::unique_ptr<RunLog> log = openLog(run, config, post);
    const auto tell = [&](decltype(Event::body) body) {
        if (log)
            log->add(body);
        post(std::move(body));
    };
    std::int64_t step = train::startOf(plan).step;
    tell(RunOpened{run, step, plan.config.maxIter, {}, false});
    const train::RunEnd end = [&] {
        try {
            return train::followTraining(plan, tell, stop, step);
        } catch (...) {
            if (log)
                log->add(Finished{Outcome::Failed, translateCurrentException()});
            throw;
        }
    }();
    tell(RunClosed{run, step, std::string(toString(end)), whoEnded(end, *control.control)});
    return Outcome::Done;
}

void writeConfig(const RunFolder& folder, const config::TrainConfig& config) {
    writeAtomically(folder.config(), config::toYaml(config));
}

/// What the record tells of a resume: what differs from the checkpoint, but for where and how long
/// this process runs, which it was asked for anew; and what was asked for by name.
std::vector<SettingChanged> changesOf(const train::RunPlan& plan, const config::TrainConfig& before,
                                      const config::TrainConfig& kept, AskedBy by) {
    std::vector<config::Difference> all = config::differences(before, kept);
    for (const config::Difference& change : plan.changes)
        if (!change.key.starts_with("run.") &&
            std::ranges::find(all, change.key, &config::Difference::key) == all.end())
            all.push_back(change);
    std::vector<SettingChanged> told;
    for (const config::Difference& change : all)
        told.push_back({train::startOf(plan).step, change.key, change.before, change.after, by});
    return told;
}

/// A curve that begins where the run has not come to would leave it without a rate until then.
void requireRate(const train::RunPlan& plan, const RunFolder& folder, AskedBy by) {
    const std::int64_t step = train::startOf(plan).step;
    const std::int64_t begins = plan.config.lrScheduler.startIter;
    if (begins > step)
        throw Error::invalidInput(
            "the schedule would begin anew at step " + std::to_string(begins) + ", but " +
                folder.path().string() + " stands at step " + std::to_string(step),
            by == AskedBy::Window
                ? "let it come to its end first (Resume), or choose to keep or to stretch the rate"
                : "let it come to its end first (--resume without --extend), or take "
                  "--extend-schedule keep or stretch");
}

/// Asked for by this process and not by the one before.
bool namesTimeLimit(const ResumedRun& run) {
    return std::ranges::any_of(run.overrides, [](const std::string& setting) {
        return setting.starts_with("run.exit_after=");
    });
}

/// Step of the last checkpoint that the run's record tells of; nothing where it has none.
std::optional<std::int64_t> savedStepOf(const RunFolder& folder) {
    std::optional<std::int64_t> step;
    for (const runs::RunEvent& event : runs::runEventsOf(folder.path()))
        if (event.kind == runs::RunEventKind::Saved)
            step = event.step;
    return step;
}

/// What a run has learnt is not trained over because its checkpoints are not there: a run that was
/// cut off before its first one begins again, and that is said.
void requireCheckpoint(const train::RunPlan& plan, const RunFolder& folder, bool isFirst,
                       const JobRunner::Post& post) {
    if (plan.checkpoint)
        return;
    const std::string run = folder.path().string();
    const std::vector<train::NamedCheckpoint> left = train::checkpointsOf(folder);
    const std::optional<std::int64_t> saved = savedStepOf(folder);
    if (!left.empty() || saved)
        throw Error::notFound(
            run + " has lost what it goes on with: " +
                (saved ? "it was saved at step " + std::to_string(*saved) + ", and " : "") +
                "neither checkpoint/latest nor checkpoint/previous is there",
            left.empty()
                ? "put them back, or begin a new run"
                : "put them back, or begin another run with what is left (" + train::namesOf(left) +
                      "): unlit run fork " + shellQuoted(run) + " --checkpoint NAME --output DIR");
    std::error_code unknown;
    if (isFirst && std::filesystem::file_size(folder.metrics(), unknown) > 0 && !unknown)
        post(
            LogLine{LogLine::Level::Warning,
                    run + " was cut off before its first checkpoint: it begins with step 1 again"});
}

void requireUnfinished(const train::RunPlan& plan, const RunFolder& folder, AskedBy by) {
    const train::RunPosition start = train::startOf(plan);
    const bool isAtEnd = (plan.config.maxIter > 0 && start.step >= plan.config.maxIter) ||
                         start.epoch > plan.config.maxEpoch;
    if (isAtEnd && !start.inEvaluation)
        refuseComplete(folder, start.step, by);
}

} // namespace

Outcome runNewTraining(const NewRun& run, const TrainJobControl& control,
                       const JobRunner::Post& post, const std::stop_token& stop) {
    nn::logTorchWarnings();
    const auto tell = [&](const std::string& what) { post(LogLine{LogLine::Level::Info, what}); };
    const auto peers = meet(run.rendezvous);
    std::filesystem::path path =
        RunFolder::plannedPath(run.config.run, run.configFile, std::chrono::system_clock::now());
    if (peers)
        path = peers->toldByFirst(path.string());
    const bool isFirst = !peers || peers->isFirst();
    if (isFirst && std::filesystem::exists(path))
        throw Error::invalidInput("there is a run already: " + path.string(),
                                  "go on with it (--resume), name another one (run.name=…), or "
                                  "add --add-datetime-prefix");
    if (isFirst)
        requireAllowedPrograms(run.config);
    if (isFirst && !prepareRun(run.config, tell, stop))
        return Outcome::Cancelled;
    if (peers)
        (void)peers->exchange("prepared");
    config::TrainConfig config = run.config;
    if (run.rendezvous)
        config.run.device = train::deviceOf(*run.rendezvous, config.run.device);
    train::RunPlan plan = planTogether(peers, [&] { return train::planRun(config); });
    plan.config.run.device = run.config.run.device; // as it was asked for, by whoever resumes
    plan.peers = peers;
    if (peers)
        train::requireSameRun(*peers, plan);
    if (peers)
        watchEachOther(*peers, run.config.run);
    if (!isFirst)
        return followToItsEnd(plan, path, control, post, stop);
    // A hook that cannot be made leaves no run behind.
    (void)train::traceOptions(config);
    const auto hooks =
        std::make_shared<std::vector<train::MadeHook>>(train::makeHooks(plan.config));
    const RunFolder folder =
        RunFolder::create(path, config::toYaml(run.config),
                          [&](const RunFolder& inside) { keepRecipe(inside.path(), run.given); });
    const train::RunLock lock(folder);
    if (peers)
        (void)peers->exchange("the folder is there");
    if (config.run.keepPatch)
        if (const auto lacks = keepPatch(folder.path(), run.given))
            post(LogLine{LogLine::Level::Warning, *lacks});
    return trainToItsEnd(plan, folder,
                         {.processStart = control.start,
                          .control = control.control,
                          .hooks = hooks,
                          .endAsked = endAskedBy(control)},
                         control, {}, post, stop);
}

Outcome runResumedTraining(const ResumedRun& run, const TrainJobControl& control,
                           const JobRunner::Post& post, const std::stop_token& stop) {
    nn::logTorchWarnings();
    const auto peers = meet(run.rendezvous);
    const bool isFirst = !peers || peers->isFirst();
    const RunFolder folder = RunFolder::open(run.run);
    const auto lock = isFirst ? std::make_unique<train::RunLock>(folder) : nullptr;
    const config::TrainConfig before = configOfRun(folder);
    config::TrainConfig config = resumedConfig(folder, before, run);
    if (isFirst)
        requireAllowedPrograms(config);
    const auto onDamaged = [&](const std::filesystem::path& damaged, const Failure& failure) {
        post(LogLine{LogLine::Level::Warning,
                     "THE CHECKPOINT " + damaged.string() +
                         " IS DAMAGED, the one before is taken: " + failure.text()});
    };
    config::TrainConfig kept = config;
    if (run.device)
        config.run.device = *run.device;
    // A limit of the process before is not this one's.
    config.run.exitAfter = run.exitAfter.value_or(namesTimeLimit(run) ? config.run.exitAfter : 0);
    if (run.rendezvous)
        config.run.device = train::deviceOf(*run.rendezvous, config.run.device);
    train::RunPlan plan =
        planTogether(peers, [&] { return train::planResume(config, folder, onDamaged); });
    plan.peers = peers;
    requireCheckpoint(plan, folder, isFirst, post);
    requireUnfinished(plan, folder, control.control->by());
    requireRate(plan, folder, control.control->by());
    if (peers)
        train::requireSameRun(*peers, plan);
    if (peers)
        watchEachOther(*peers, config.run);
    if (!isFirst)
        return followToItsEnd(plan, folder.path(), control, post, stop);
    kept.lrScheduler = plan.config.lrScheduler; // of a max_iter that was raised by hand
    const std::vector<SettingChanged> changes =
        changesOf(plan, before, kept, control.control->by());
    if (config::toYaml(kept) != config::toYaml(before))
        writeConfig(folder, kept);
    if (peers)
        (void)peers->exchange("the folder is there");
    return trainToItsEnd(plan, folder,
                         {.processStart = control.start,
                          .control = control.control,
                          .isResumed = true,
                          .endAsked = endAskedBy(control)},
                         control, changes, post, stop);
}

} // namespace unlit
