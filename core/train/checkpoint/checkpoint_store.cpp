#include "core/train/checkpoint/checkpoint_store.h"

#include "core/base/disk_full.h"
#include "core/base/error.h"
#include "core/base/log.h"
#include "core/base/seconds_since.h"
#include "core/base/text.h"
#include "core/nn/kernels/lone_thread.h"
#include "core/train/checkpoint/copy_checkpoint.h"
#include "core/train/checkpoint/read_checkpoint.h"
#include "core/weights/json_file.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <sys/stat.h>

namespace unlit::train {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

namespace {

/// Backups on disk, the oldest first.
std::vector<std::pair<std::int64_t, fs::path>> backupsIn(const fs::path& checkpoints) {
    std::vector<std::pair<std::int64_t, fs::path>> found;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(checkpoints, failed))
        if (const auto step = RunFolder::stepOfBackup(entry.path().filename().string()))
            found.emplace_back(*step, entry.path());
    std::ranges::sort(found);
    return found;
}

/// Of a checkpoint with state; nothing where there is none that can be read.
std::optional<std::int64_t> stepOf(const fs::path& folder) {
    try {
        const auto json = weights::readJsonObject(folder / kStateJson);
        return runPositionFromJson(json.at("position"), folder.string()).step;
    } catch (const std::exception&) {
        logSwallowed("reading at which step " + folder.string() + " stands", LogLevel::Debug);
        return {};
    }
}

void waitSomeSeconds(const std::stop_token& stop) {
    constexpr std::chrono::seconds kBetweenTries{10};
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any never;
    never.wait_for(lock, stop, kBetweenTries, [] { return false; });
}

void tellNotWritten(const PostEvent& post, std::int64_t step, const Failure& failure) {
    post(LogLine{LogLine::Level::Warning,
                 "the checkpoint of step " + std::to_string(step) +
                     " was not written, those before it stay: " + failure.text()});
}

/// Device and number of a folder; nothing where there is none.
std::optional<std::pair<dev_t, ino_t>> identityOf(const fs::path& folder) {
    struct stat status {};

    if (::stat(folder.c_str(), &status) != 0)
        return {};
    return std::pair(status.st_dev, status.st_ino);
}

void removeLeftovers(const fs::path& checkpoints) {
    std::error_code ignored;
    std::vector<fs::path> leftovers;
    for (const auto& entry : fs::directory_iterator(checkpoints, ignored)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with('.') && name.ends_with(".part"))
            leftovers.push_back(entry.path());
    }
    for (const fs::path& leftover : leftovers)
        fs::remove_all(leftover, ignored);
}

} // namespace

CheckpointStore::CheckpointStore(const RunFolder& run, config::CheckpointConfig config,
                                 nlohmann::json settings, FreeRoom room, WaitForWord wait)
    : m_run(run), m_config(config), m_settings(std::move(settings)), m_room(std::move(room)),
      m_wait(wait ? std::move(wait) : WaitForWord(waitSomeSeconds)),
      m_thread([this](const std::stop_token& stop) { this->run(stop); }) {
    m_place = identityOf(m_run.path());
    removeLeftovers(m_run.checkpoints());
    m_stepOnDisk = stepOf(m_run.latest());
}

CheckpointStore::~CheckpointStore() {
    waitUntilIdle();
    m_thread.request_stop();
}

bool CheckpointStore::saveLatest(const StepContext& context) {
    if (m_savedPosition && *m_savedPosition == context.position && !hasFailed())
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
    waitUntilIdle();
    std::optional<CheckpointSaved> there;
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_failure && !m_held)
            there = m_latest;
    }
    if (!there)
        return;
    there->seconds = 0;
    there->pauseSeconds = 0;
    context.post(*there);
}

bool CheckpointStore::hasFailed() {
    const std::scoped_lock lock(m_mutex);
    return m_failure.has_value();
}

/// The tensors of that position are those of `latest`.
bool CheckpointStore::isOnDisk(const RunPosition& position) {
    if (!m_savedPosition || !haveSameState(*m_savedPosition, position))
        return false;
    waitUntilIdle();
    const std::scoped_lock lock(m_mutex);
    return !m_failure && !m_held;
}

void CheckpointStore::submitRecord(const StepContext& context) {
    m_savedJson["position"] = toJson(context.position);
    Job job{.isRecord = true, .step = context.position.step, .post = context.post};
    job.content.json = m_savedJson;
    if (m_config.background)
        return hand(std::move(job));
    write(job);
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
void CheckpointStore::addBackup(const StepContext& context, Job job) {
    const std::int64_t step = context.position.step;
    if (m_backups.insert(step).second) {
        job.kind = m_config.backupState ? CheckpointKind::WithState : CheckpointKind::Weights;
        job.isLatest = false;
        return submit(context, std::move(job));
    }
    waitUntilIdle();
    std::error_code ignored;
    if (!fs::exists(m_run.backup(step), ignored))
        return;
    for (const std::int64_t gone : job.replaced)
        fs::remove_all(m_run.backup(gone), ignored);
    if (!job.figure.empty())
        rename(step, job.figure);
}

/// A backup that was made for another reason. The writer is idle.
void CheckpointStore::rename(std::int64_t step, const std::string& figure) {
    const fs::path before = m_run.backup(step);
    const fs::path now = m_run.checkpoint(RunFolder::backupName(step, figure));
    std::error_code failed;
    if (before == now || fs::exists(now, failed))
        return;
    fs::rename(before, now, failed);
    if (failed)
        return logWarning("the backup " + before.string() + " keeps its name: " + failed.message());
    const std::scoped_lock lock(m_mutex);
    std::ranges::replace(m_saved, before, now);
}

/// Of a course that was left by going back, or by another name.
void CheckpointStore::removeOthersOf(std::int64_t step, const fs::path& kept) const {
    std::error_code ignored;
    for (const auto& [other, folder] : backupsIn(m_run.checkpoints()))
        if (other == step && folder != kept)
            fs::remove_all(folder, ignored);
}

bool CheckpointStore::hasBackup(std::int64_t step) {
    std::error_code ignored;
    return m_backups.contains(step) || fs::exists(m_run.backup(step), ignored);
}

bool CheckpointStore::fitsInMemory(const CheckpointContent& content) const {
    constexpr double kMargin = 1.25; // what else the training may ask for meanwhile
    const auto available = m_room.inMemory();
    return !available ||
           static_cast<double>(*available) > kMargin * static_cast<double>(trainedBytes(content));
}

/// `job` says what is wanted; what it holds comes from the run.
void CheckpointStore::submit(const StepContext& context, Job job) {
    context.reached(extension::Point::BeforeSave);
    const Clock::time_point start = Clock::now();
    settle(context);
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
    if (job.isLatest)
        m_savedJson = job.content.json;
    const bool fits = fitsInMemory(job.content);
    if (m_config.background && fits) {
        job.content = copiedToCpu(job.content);
        job.pauseSeconds = secondsSince(start);
        return hand(std::move(job));
    }
    job.pauseSeconds = -1; // all of it
    write(job);
    if (!fits)
        context.log(LogLine::Level::Warning,
                    "the memory does not suffice for a copy of weights and optimizer: training "
                    "waited " +
                        formatSeconds(secondsSince(start)) + " for the checkpoint");
    waitForRoom(context); // what is held shares memory with what is trained
}

void CheckpointStore::hand(Job job) {
    const std::scoped_lock lock(m_mutex);
    m_job = std::move(job);
    m_changed.notify_all();
}

void CheckpointStore::waitUntilIdle() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_job && !m_isWriting; });
}

void CheckpointStore::run(const std::stop_token& stop) {
    nn::computeOnThisThreadAlone();
    while (true) {
        std::optional<Job> job;
        {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [this] { return m_job.has_value(); }))
                return;
            job = std::exchange(m_job, std::nullopt);
            m_isWriting = true;
        }
        write(*job);
        job.reset();
        {
            const std::scoped_lock lock(m_mutex);
            m_isWriting = false;
        }
        m_changed.notify_all();
    }
}

/// On the writer's thread, or on the training thread while the writer is idle.
void CheckpointStore::write(Job& job) {
    std::optional<Failure> failure;
    try {
        requirePlace();
        if (job.isRecord)
            writeRecord(job);
        else
            writeFolder(job);
    } catch (...) {
        failure = translateCurrentException();
    }
    const bool isHeld = failure && (isDiskFull(*failure) || isGone());
    if (failure && !isHeld)
        tellNotWritten(job.post, job.step, *failure);
    const std::scoped_lock lock(m_mutex);
    if (job.isLatest && !isHeld)
        m_failure = failure;
    if (isHeld)
        m_held = Held{std::move(job), *failure};
}

void CheckpointStore::writeFolder(Job& job) {
    const Clock::time_point start = Clock::now();
    const fs::path target = job.isLatest
                                ? m_run.latest()
                                : m_run.checkpoint(RunFolder::backupName(job.step, job.figure));
    linkFrozenParts(job.content);
    std::optional<fs::path> keepOldAs;
    if (job.isLatest && m_stepOnDisk != job.step)
        keepOldAs = m_run.checkpoint(kPreviousCheckpoint);
    if (!job.isLatest && job.leavesRoom)
        requireRoomForBoth(target, job.content, job.kind, job.stateBytes, m_room);
    const std::uint64_t bytes = writeCheckpoint(target, job.content, job.kind, m_room, keepOldAs);
    if (job.isLatest)
        m_stepOnDisk = job.step;
    const double seconds = secondsSince(start);
    const double pause = job.pauseSeconds < 0 ? seconds : job.pauseSeconds;
    const CheckpointSaved saved{job.step, target, bytes, seconds, pause};
    job.post(saved);
    {
        const std::scoped_lock lock(m_mutex);
        if (job.isLatest)
            m_latest = saved;
        if (m_isAskedForSaved)
            m_saved.push_back(target);
    }
    if (job.isLatest)
        return;
    removeOthersOf(job.step, target);
    prune(job);
}

/// Not told: there is no checkpoint more than before.
void CheckpointStore::writeRecord(const Job& job) const {
    copyCheckpoint(m_run.latest(), m_run.latest(), job.content.json, {});
}

bool CheckpointStore::isGone() const {
    return identityOf(m_run.path()) != m_place;
}

/// What is written where a disk was unmounted would be found by nobody once it is back.
void CheckpointStore::requirePlace() const {
    if (isGone())
        throw Error(ErrorKind::Io, m_run.path().string() + " is gone, or is another folder now",
                    "mount its disk again, or put the folder back");
}

bool CheckpointStore::isHolding() {
    const std::scoped_lock lock(m_mutex);
    return m_held.has_value();
}

std::optional<CheckpointStore::Held> CheckpointStore::takeHeld() {
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_held, std::nullopt);
}

void CheckpointStore::settle(const StepContext& context) {
    waitUntilIdle();
    waitForRoom(context);
}

void CheckpointStore::waitForRoom(const StepContext& context) {
    if (!isHolding())
        return;
    const Clock::time_point start = Clock::now();
    const std::int64_t step = context.position.step;
    const bool tells = !context.stop.stop_requested();
    if (tells)
        tellHolding(context);
    while (isHolding()) {
        m_wait(context.stop);
        const bool isLast = context.stop.stop_requested();
        std::optional<Held> held = takeHeld();
        if (held->job.pauseSeconds >= 0)
            held->job.pauseSeconds += secondsSince(start);
        write(held->job);
        if (isLast && isHolding())
            giveUp(context);
    }
    if (tells)
        context.post(TrainingPaused{false, step, AskedBy::FullDisk});
}

void CheckpointStore::tellHolding(const StepContext& context) {
    const auto [heldStep, problem] = [this] {
        const std::scoped_lock lock(m_mutex);
        return std::pair(m_held->job.step, m_held->failure);
    }();
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
void CheckpointStore::giveUp(const StepContext& context) {
    const std::optional<Held> held = takeHeld();
    tellNotWritten(context.post, held->job.step, held->failure);
    if (!held->job.isLatest) {
        m_backups.erase(held->job.step);
        return;
    }
    const std::scoped_lock lock(m_mutex);
    m_failure = held->failure;
}

void CheckpointStore::linkFrozenParts(CheckpointContent& content) const {
    weights::ModelToSave& model = content.model;
    std::vector<fs::path> written = {m_run.latest()};
    for (const auto& [step, folder] : backupsIn(m_run.checkpoints()))
        written.push_back(folder);
    const auto link = [&](const std::string& name, weights::ComponentToSave& part) {
        for (const fs::path& folder : written) {
            const fs::path file = folder / weights::savedWeightsFile(name);
            if (fs::exists(file)) {
                part.sameAs = file;
                return;
            }
        }
    };
    if (!isUnetTrained(content))
        link("unet", model.unet);
    if (!isVaeTrained(content))
        link("vae", model.vae);
    link("text_encoder", model.textEncoder);
    if (model.vaeBeauty)
        link("vae_beauty", *model.vaeBeauty);
}

/// `latest` and `previous` have other names: what a resume needs is never among these.
void CheckpointStore::prune(const Job& job) const {
    std::vector<std::int64_t> onDisk;
    for (const auto& [step, folder] : backupsIn(m_run.checkpoints()))
        if (step <= job.step) // later ones are of a course that was left by going back
            onDisk.push_back(step);
    std::vector<std::int64_t> gone = backupsToRemove(onDisk, job.best, m_config);
    gone.insert(gone.end(), job.replaced.begin(), job.replaced.end());
    std::error_code ignored;
    for (const std::int64_t step : gone)
        fs::remove_all(m_run.backup(step), ignored);
}

std::vector<fs::path> CheckpointStore::takeSaved(bool waits) {
    if (waits)
        waitUntilIdle();
    const std::scoped_lock lock(m_mutex);
    m_isAskedForSaved = true;
    return std::exchange(m_saved, {});
}

void CheckpointStore::finish() {
    waitUntilIdle();
    const std::scoped_lock lock(m_mutex);
    const std::optional<Failure> failure = m_held ? m_held->failure : m_failure;
    if (failure)
        throw Error(failure->kind, failure->message, failure->hint);
}

} // namespace unlit::train
