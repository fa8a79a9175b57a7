#include "core/train/checkpoint/checkpoint_files.h"

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/base/seconds_since.h"
#include "core/train/checkpoint/best_checkpoints.h"
#include "core/train/checkpoint/copy_checkpoint.h"
#include "core/train/checkpoint/read_checkpoint.h"
#include "core/weights/json_file.h"

#include <algorithm>
#include <chrono>

#include <sys/stat.h>

namespace unlit::train {

namespace fs = std::filesystem;

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

CheckpointFiles::CheckpointFiles(const RunFolder& run, const config::CheckpointConfig& config,
                                 FreeRoom room)
    : m_run(run), m_config(config), m_room(std::move(room)), m_place(identityOf(run.path())) {
    removeLeftovers(m_run.checkpoints());
    m_latestStep = stepOf(m_run.latest());
}

std::optional<CheckpointSaved> CheckpointFiles::write(CheckpointJob& job) {
    requirePlace();
    if (job.isRecord) {
        copyCheckpoint(m_run.latest(), m_run.latest(), job.content.json, {});
        return {};
    }
    const auto start = std::chrono::steady_clock::now();
    const fs::path target = job.isLatest
                                ? m_run.latest()
                                : m_run.checkpoint(RunFolder::backupName(job.step, job.figure));
    linkFrozenParts(job.content);
    std::optional<fs::path> keepOldAs;
    if (job.isLatest && m_latestStep != job.step)
        keepOldAs = m_run.checkpoint(kPreviousCheckpoint);
    if (!job.isLatest && job.leavesRoom)
        requireRoomForBoth(target, job.content, job.kind, job.stateBytes, m_room);
    const std::uint64_t bytes = writeCheckpoint(target, job.content, job.kind, m_room, keepOldAs);
    if (job.isLatest)
        m_latestStep = job.step;
    const double seconds = secondsSince(start);
    return CheckpointSaved{job.step, target, bytes, seconds,
                           job.pauseSeconds < 0 ? seconds : job.pauseSeconds};
}

void CheckpointFiles::linkFrozenParts(CheckpointContent& content) const {
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

/// `latest` and `previous` have other names: what a resume needs is never among what goes.
void CheckpointFiles::tidyAfter(const CheckpointJob& job) const {
    const fs::path kept = m_run.checkpoint(RunFolder::backupName(job.step, job.figure));
    std::vector<std::int64_t> onDisk;
    std::error_code ignored;
    for (const auto& [step, folder] : backupsIn(m_run.checkpoints())) {
        if (step == job.step && folder != kept) // of a course that was left, or by another name
            fs::remove_all(folder, ignored);
        if (step <= job.step) // later ones are of a course that was left by going back
            onDisk.push_back(step);
    }
    const auto repeated = std::ranges::unique(onDisk);
    onDisk.erase(repeated.begin(), repeated.end());
    removeBackups(backupsToRemove(onDisk, job.best, m_config));
    removeBackups(job.replaced);
}

bool CheckpointFiles::hasBackup(std::int64_t step) const {
    std::error_code ignored;
    return fs::exists(m_run.backup(step), ignored);
}

void CheckpointFiles::removeBackups(const std::vector<std::int64_t>& steps) const {
    std::error_code ignored;
    for (const std::int64_t step : steps)
        fs::remove_all(m_run.backup(step), ignored);
}

std::optional<std::pair<fs::path, fs::path>>
CheckpointFiles::rename(std::int64_t step, const std::string& figure) const {
    const fs::path before = m_run.backup(step);
    const fs::path now = m_run.checkpoint(RunFolder::backupName(step, figure));
    std::error_code failed;
    if (before == now || fs::exists(now, failed))
        return {};
    fs::rename(before, now, failed);
    if (!failed)
        return std::pair(before, now);
    logWarning("the backup " + before.string() + " keeps its name: " + failed.message());
    return {};
}

bool CheckpointFiles::isGone() const {
    return identityOf(m_run.path()) != m_place;
}

/// What is written where a disk was unmounted would be found by nobody once it is back.
void CheckpointFiles::requirePlace() const {
    if (isGone())
        throw Error(ErrorKind::Io, m_run.path().string() + " is gone, or is another folder now",
                    "mount its disk again, or put the folder back");
}

bool CheckpointFiles::fitsInMemory(const CheckpointContent& content) const {
    constexpr double kMargin = 1.25; // what else the training may ask for meanwhile
    const auto available = m_room.inMemory();
    return !available ||
           static_cast<double>(*available) > kMargin * static_cast<double>(trainedBytes(content));
}

} // namespace unlit::train
