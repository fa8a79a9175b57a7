#include "core/session/train/branch_run.h"

#include "core/base/error.h"
#include "core/base/shell_text.h"
#include "core/config/extended_schedule.h"
#include "core/config/load_config.h"
#include "core/config/resume_changes.h"
#include "core/config/yaml/yaml_writer.h"
#include "core/runs/run_history.h"
#include "core/session/train/run_record.h"
#include "core/train/checkpoint/copy_checkpoint.h"
#include "core/train/checkpoint/read_checkpoint.h"
#include "core/train/checkpoint/write_checkpoint.h"
#include "core/train/run_settings.h"

#include <algorithm>
#include <optional>

#include <unistd.h>

namespace unlit {

namespace fs = std::filesystem;
using train::RunFolder;

namespace {

/// In the new run's checkpoint/: what it begins with, where that is weights alone.
constexpr const char* kStartWeights = "start";

fs::path checkpointFolder(const RunFolder& run, const std::string& name) {
    const std::vector<train::NamedCheckpoint> known = train::checkpointsOf(run);
    const fs::path folder = run.findCheckpoint(name);
    if (std::ranges::find(known, folder.filename().string(), &train::NamedCheckpoint::name) !=
        known.end())
        return folder;
    throw Error::notFound(run.path().string() + " has no checkpoint \"" + name + "\"",
                          known.empty() ? "it has none at all" : "it has " + train::namesOf(known));
}

bool hasState(const fs::path& checkpoint) {
    return fs::exists(checkpoint / train::kStateJson);
}

/// A place of its own, whatever the old run's was.
void movePlace(config::TrainConfig& config, const fs::path& output) {
    const fs::path folder = fs::absolute(output).lexically_normal();
    const fs::path plain = folder.has_filename() ? folder : folder.parent_path();
    config.run.name = plain.filename().string();
    config.run.outputDir = plain.parent_path();
    config.run.addDatetimePrefix = false;
}

/// Settings that the state of a checkpoint cannot go on with; "" = none.
std::string statelessBecause(const train::ReadCheckpoint& checkpoint,
                             const config::TrainConfig& config) {
    for (const config::Difference& difference :
         config::differences(train::configOf(checkpoint), config))
        if (!difference.key.starts_with("run.") && !config::mayChangeOnResume(difference.key))
            return difference.key + " is another one";
    return {};
}

/// The curve of the checkpoint where that of the run begins later: further steps were given to it.
void keepCurveOf(const train::ReadCheckpoint& checkpoint, config::TrainConfig& config) {
    if (config.lrScheduler.startIter > checkpoint.position.step)
        config.lrScheduler = train::configOf(checkpoint).lrScheduler;
}

/// A rate that was set by hand goes where the settings name another.
bool hasOtherRate(const train::ReadCheckpoint& checkpoint, const config::TrainConfig& config) {
    return std::ranges::any_of(
        config::differences(train::configOf(checkpoint), config),
        [](const config::Difference& difference) { return difference.key == "lr"; });
}

/// A model is its weights' own: no setting makes another of it.
void refuseOtherModel(const ForkRequest& request) {
    for (const std::string& setting : request.overrides)
        if (setting.starts_with("model.") && !setting.starts_with("model.concat_order"))
            throw Error::invalidInput("a fork keeps the model of its checkpoint, " + setting +
                                          " asks for another",
                                      "begin a run of its own (unlit train --config)");
}

void recordFork(const RunFolder& folder, const ForkRequest& request, const Fork& fork) {
    RunRecord record(folder, {});
    runs::RunEvent event{runs::RunEventKind::Forked, fork.step, {}};
    event.fields = {{"from", fs::absolute(request.run).lexically_normal().string()},
                    {"checkpoint", request.checkpoint},
                    {"state", fork.keepsState},
                    {"settings", request.overrides}};
    record.add(std::move(event));
}

RunFolder makeWithState(const fs::path& output, const config::TrainConfig& config,
                        const train::ReadCheckpoint& checkpoint) {
    const std::string yaml = config::toYaml(config);
    train::RunPosition position = checkpoint.position;
    position.bestMetric.reset();
    position.bestStep.reset();
    position.bestCheckpoints.clear();
    if (hasOtherRate(checkpoint, config))
        position.learningRate.reset();
    nlohmann::json state = checkpoint.json;
    state["position"] = toJson(position);
    state["settings"]["config"] = yaml;
    return RunFolder::create(output, yaml, [&](const RunFolder& inside) {
        train::copyCheckpoint(checkpoint.folder, inside.latest(), state);
    });
}

RunFolder makeWithWeights(const fs::path& output, config::TrainConfig config,
                          const fs::path& checkpoint) {
    const auto order = config.model.concatOrder;
    config.model = {};
    config.model.concatOrder = order;
    config.model.pretrainedPath =
        fs::absolute(output).lexically_normal() / "checkpoint" / kStartWeights;
    return RunFolder::create(output, config::toYaml(config), [&](const RunFolder& inside) {
        train::copyCheckpoint(checkpoint, inside.checkpoint(kStartWeights), std::nullopt);
    });
}

/// A run that may only be read is locked by nobody: that no process has it is looked at alone.
void lockWhereAllowed(const RunFolder& source, std::optional<train::RunLock>& lock) {
    try {
        lock.emplace(source);
    } catch (const Error& error) {
        const bool mayOnlyRead = ::access(source.path().c_str(), W_OK) != 0;
        if (error.kind() == ErrorKind::InvalidInput || !mayOnlyRead ||
            train::RunLock::isTaken(source))
            throw;
    }
}

} // namespace

Fork forkRun(const ForkRequest& request) {
    refuseOtherModel(request);
    const RunFolder source = RunFolder::open(request.run);
    const fs::path checkpoint = checkpointFolder(source, request.checkpoint);
    // A run that trains exchanges these two: half of one and half of the next would be copied.
    std::optional<train::RunLock> lock;
    if (checkpoint == source.latest() || checkpoint.filename() == train::kPreviousCheckpoint)
        lockWhereAllowed(source, lock);
    const config::LoadedConfig loaded = config::loadConfig(source.config(), request.overrides);
    config::requireUsable(loaded);
    config::TrainConfig config = loaded.config;
    movePlace(config, request.output);
    Fork fork;
    if (!hasState(checkpoint)) {
        train::verifyChecksums(checkpoint);
        fork.whyNot = request.checkpoint + " holds weights alone (checkpoint.backup_state)";
        fork.folder = makeWithWeights(request.output, config, checkpoint).path();
    } else {
        const train::ReadCheckpoint read = train::readCheckpoint(checkpoint);
        keepCurveOf(read, config);
        config::keepFinalRate(train::configOf(read), config);
        fork.whyNot = statelessBecause(read, config);
        fork.keepsState = fork.whyNot.empty();
        fork.step = fork.keepsState ? read.position.step : 0;
        fork.folder = fork.keepsState ? makeWithState(request.output, config, read).path()
                                      : makeWithWeights(request.output, config, checkpoint).path();
    }
    fork.isAtItsEnd = config.maxIter > 0 && fork.step >= config.maxIter;
    recordFork(RunFolder::open(fork.folder), request, fork);
    return fork;
}

/// Checkpoints that the run can go on from, without the one that it does.
std::string waysBack(const RunFolder& folder) {
    std::vector<train::NamedCheckpoint> earlier = train::checkpointsOf(folder);
    std::erase_if(earlier, [&](const train::NamedCheckpoint& one) {
        return one.name == "latest" || !one.hasState;
    });
    return earlier.empty() ? "there is no earlier one that has what a run goes on with"
                           : "name an earlier checkpoint: " + train::namesOf(earlier);
}

Rollback rollBackRun(const fs::path& run, const std::string& checkpoint) {
    const train::RunLock lock(RunFolder::open(run));
    return rollBackLockedRun(run, checkpoint);
}

Rollback rollBackLockedRun(const fs::path& run, const std::string& checkpoint) {
    const RunFolder folder = RunFolder::open(run);
    const fs::path source = checkpointFolder(folder, checkpoint);
    if (source == folder.latest())
        throw Error::invalidInput("latest is what the run goes on from anyway", waysBack(folder));
    if (!hasState(source))
        throw Error::invalidInput(
            source.string() + " holds weights alone: the run cannot go on from it",
            "begin another run with these weights: unlit run fork " + shellQuoted(run.string()) +
                " --checkpoint " + checkpoint +
                " --output DIR; with checkpoint.backup_state: true backups can be gone back to");
    const train::ReadCheckpoint read = train::readCheckpoint(source);
    if (config::loadConfig(folder.config()).config.lrScheduler.startIter > read.position.step)
        throw Error::invalidInput("the learning rate of " + run.string() +
                                      " begins anew after this checkpoint, and has no value before",
                                  "begin another run with it: unlit run fork " +
                                      shellQuoted(run.string()) + " --checkpoint " + checkpoint +
                                      " --output DIR");
    Rollback result{0, read.position.step};
    for (const runs::RunEvent& event : runs::runEventsOf(folder.path()))
        if (event.kind == runs::RunEventKind::Saved && event.text("checkpoint") == "latest")
            result.fromStep = event.step;
    train::copyCheckpoint(source, folder.latest(), read.json,
                          folder.checkpoint(train::kPreviousCheckpoint));
    RunRecord record(folder, {});
    runs::RunEvent event{runs::RunEventKind::RolledBack, result.step, {}};
    event.fields = {{"checkpoint", checkpoint}, {"from_step", result.fromStep}};
    record.add(std::move(event));
    return result;
}

} // namespace unlit
