#include "core/train/checkpoint/checkpoint_store.h"

#include "core/base/error.h"
#include "core/base/seconds_since.h"
#include "core/base/text.h"
#include "core/train/checkpoint/read_checkpoint.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace unlit::train {

using Clock = std::chrono::steady_clock;

namespace {

bool waitSomeSeconds(const std::stop_token& stop) {
    constexpr std::chrono::seconds kBetweenTries{10};
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any never;
    never.wait_for(lock, stop, kBetweenTries, [] { return false; });
    return true;
}

} // namespace

CheckpointStore::CheckpointStore(const RunFolder& run, config::CheckpointConfig config,
                                 nlohmann::json settings, FreeRoom room, WaitForWord wait)
    : m_run(run), m_config(config), m_settings(std::move(settings)),
      m_wait(wait ? std::move(wait) : WaitForWord(waitSomeSeconds)),
      m_files(run, config, std::move(room)), m_writer(m_files) {}

bool CheckpointStore::saveLatest(const StepContext& context) {
    if (m_savedPosition && *m_savedPosition == context.position && !m_writer.hasFailed())
        return false;
    const bool isRecord = isOnDisk(context.position);
    if (isRecord)
        submitRecord(context);
    else
        submit(context, {});
    m_savedPosition = context.position;
    return !isRecord;
}

void CheckpointStore::saveAsked(const StepContext& context) {
    if (saveLatest(context))
        return;
    m_writer.waitUntilIdle();
    std::optional<CheckpointSaved> there = m_writer.latest();
    if (!there)
        return;
    there->seconds = 0;
    there->pauseSeconds = 0;
    context.post(*there);
}

/// The tensors of that position are those of `latest`.
bool CheckpointStore::isOnDisk(const RunPosition& position) {
    if (!m_savedPosition || !haveSameState(*m_savedPosition, position))
        return false;
    m_writer.waitUntilIdle();
    return !m_writer.failure();
}

void CheckpointStore::submitRecord(const StepContext& context) {
    m_savedJson["position"] = toJson(context.position);
    CheckpointJob job{.isRecord = true, .step = context.position.step, .post = context.post};
    job.content.json = m_savedJson;
    if (m_config.background)
        return m_writer.hand(std::move(job));
    m_writer.write(std::move(job));
    waitForRoom(context);
}

void CheckpointStore::saveBackup(const StepContext& context, std::vector<std::int64_t> replaced,
                                 const std::string& figure) {
    addBackup(context, {.replaced = std::move(replaced), .leavesRoom = true, .figure = figure});
}

void CheckpointStore::saveLastBackup(const StepContext& context) {
    addBackup(context, {.leavesRoom = false});
}

/// `job`: what is special of this one.
void CheckpointStore::addBackup(const StepContext& context, CheckpointJob job) {
    const std::int64_t step = context.position.step;
    if (m_backups.insert(step).second) {
        job.kind = m_config.backupState ? CheckpointKind::WithState : CheckpointKind::Weights;
        job.isLatest = false;
        return submit(context, std::move(job));
    }
    m_writer.waitUntilIdle();
    if (!m_files.hasBackup(step))
        return;
    m_files.removeBackups(job.replaced);
    if (job.figure.empty())
        return;
    if (const auto renamed = m_files.rename(step, job.figure))
        m_writer.noteRenamed(renamed->first, renamed->second);
}

bool CheckpointStore::hasBackup(std::int64_t step) const {
    return m_backups.contains(step) || m_files.hasBackup(step);
}

/// What it holds comes from the run, and shares memory with it.
void CheckpointStore::fill(CheckpointJob& job, const StepContext& context) const {
    job.content = context.task.content();
    job.step = context.position.step;
    job.best = context.position.bestCheckpoints;
    job.post = context.post;
    for (const auto& [name, tensor] : job.content.state)
        job.stateBytes += tensor.nbytes();
    if (job.kind == CheckpointKind::Weights)
        job.content.state.clear();
    job.content.json["format"] = kStateFormat;
    job.content.json["position"] = toJson(context.position);
    job.content.json["settings"] = m_settings;
    job.content.model.provenance =
        "trained by unlit, " + std::to_string(context.position.step) + " optimizer steps";
}

/// `job` says what is wanted.
void CheckpointStore::submit(const StepContext& context, CheckpointJob job) {
    context.reached(extension::Point::BeforeSave);
    const Clock::time_point start = Clock::now();
    settle(context);
    fill(job, context);
    if (job.isLatest)
        m_savedJson = job.content.json;
    const bool fits = m_files.fitsInMemory(job.content);
    if (m_config.background && fits) {
        job.content = copiedToCpu(job.content);
        job.pauseSeconds = secondsSince(start);
        return m_writer.hand(std::move(job));
    }
    job.pauseSeconds = -1; // all of it
    m_writer.write(std::move(job));
    if (!fits)
        context.log(LogLine::Level::Warning,
                    "the memory does not suffice for a copy of weights and optimizer: training "
                    "waited " +
                        formatSeconds(secondsSince(start)) + " for the checkpoint");
    waitForRoom(context); // what is held shares memory with what is trained
}

void CheckpointStore::settle(const StepContext& context) {
    m_writer.waitUntilIdle();
    waitForRoom(context);
}

void CheckpointStore::waitForRoom(const StepContext& context) {
    if (!m_writer.isHolding())
        return;
    const Clock::time_point start = Clock::now();
    const std::int64_t step = context.position.step;
    const bool tells = !context.stop.stop_requested();
    if (tells)
        tellHolding(context);
    while (m_writer.isHolding()) {
        const bool isLast = !m_wait(context.stop) || context.stop.stop_requested();
        CheckpointJob job = std::move(m_writer.takeHeld()->job);
        if (job.pauseSeconds >= 0)
            job.pauseSeconds += secondsSince(start);
        m_writer.write(std::move(job));
        if (!isLast || !m_writer.isHolding())
            continue;
        giveUp();
        return; // it ends without it: nobody is to hear that there is room again
    }
    if (!tells)
        return;
    context.post(TrainingPaused{false, step, AskedBy::FullDisk});
    context.post(Progress{context.fraction, {}, {}}); // it waits no longer
}

void CheckpointStore::tellHolding(const StepContext& context) const {
    const auto [heldStep, problem] = m_writer.problem();
    context.log(LogLine::Level::Warning,
                "the run waits, with the checkpoint of step " + std::to_string(heldStep) +
                    " in memory: " + problem.text() +
                    "; it tries again every few seconds, and at once when it is let go on (unlit "
                    "run continue " +
                    m_run.path().string() + ")");
    context.post(TrainingPaused{true, context.position.step, AskedBy::FullDisk, problem.message});
    context.post(Progress{context.fraction, {}, {{.kind = StagePart::Kind::WaitingForRoom}}});
}

/// The run ends without it.
void CheckpointStore::giveUp() {
    const std::optional<HeldCheckpoint> held = m_writer.takeHeld();
    m_writer.giveUp(*held);
    if (!held->job.isLatest)
        m_backups.erase(held->job.step);
}

std::vector<std::filesystem::path> CheckpointStore::takeSaved(bool waits) {
    if (waits)
        m_writer.waitUntilIdle();
    return m_writer.takeSaved();
}

void CheckpointStore::finish() {
    m_writer.waitUntilIdle();
    if (const std::optional<Failure> failure = m_writer.failure())
        throw Error(failure->kind, failure->message, failure->hint);
}

} // namespace unlit::train
