// The checkpoints of one run: when one is made, and what of the training goes into it.
#pragma once

#include "core/config/trainer_config.h"
#include "core/train/checkpoint/checkpoint_files.h"
#include "core/train/checkpoint/checkpoint_writer.h"
#include "core/train/hook.h"
#include "core/train/run_folder.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit::train {

/// Writes on a thread of its own, from a copy of weights and state, while the training goes on;
/// where the memory does not suffice for the copy, or the config says so, tensor by tensor on the
/// caller's thread, and the pause is told. One checkpoint is under way at a time. One that the disk
/// has no room for, or whose run's folder is gone (a disk that was unmounted), is held in memory,
/// and the training waits (waitForRoom) until it is written; one that cannot be written for another
/// reason is told as a warning, the ones on disk stay, training goes on. Called by the training
/// thread.
class CheckpointStore {
public:
    /// Removes what a killed process has left half-written: the caller holds the run's lock.
    /// `settings` become part of trainer_state.json.
    /// `wait`: returns when it is time to try again what the disk had no room for, and when the
    /// token is stopped; false where this try is the last one, because the run's time is up. By
    /// default true after ten seconds.
    using WaitForWord = std::function<bool(const std::stop_token&)>;
    CheckpointStore(const RunFolder& run, config::CheckpointConfig config, nlohmann::json settings,
                    FreeRoom room = FreeRoom::ofThisMachine(), WaitForWord wait = {});

    /// `latest`, with state; the one before becomes `previous`, unless it is of the same step.
    /// Does nothing when this very position was saved last; where that one differs in what is known
    /// of validations alone, its record (trainer_state.json) is exchanged and no tensor written.
    /// True where a checkpoint is written: CheckpointSaved follows.
    bool saveLatest(const StepContext& context);

    /// The same of a save that somebody waits for: CheckpointSaved comes where it is there already,
    /// too.
    void saveAsked(const StepContext& context);

    /// iter_%06d, weights alone unless the config asks for state; when it is on disk, `replaced`
    /// (steps of backups) goes, and what the config does not keep. With a `figure` it is called
    /// iter_%06d_FIGURE; one of this step that is there already gets that name. Leaves the room
    /// free that the next `latest` needs.
    void saveBackup(const StepContext& context, std::vector<std::int64_t> replaced = {},
                    const std::string& figure = {});

    /// The same of a run that is over: nothing needs room after it.
    void saveLastBackup(const StepContext& context);

    /// Where a checkpoint is held in memory, for want of room on the disk: returns when it is
    /// written; where the run is to stop, after one more try. TrainingPaused tells both.
    void waitForRoom(const StepContext& context);

    /// The same, when everything asked for was tried.
    void settle(const StepContext& context);

    /// Whether the weights of this step are a backup, or are about to be.
    bool hasBackup(std::int64_t step) const;

    /// Folders of checkpoints that have come to disk since the last call, none at the first one;
    /// `waits`: for those, too, that are being written.
    std::vector<std::filesystem::path> takeSaved(bool waits);

    /// Until everything asked for is on disk. Throws what kept the last `latest` from being
    /// written.
    void finish();

private:
    void addBackup(const StepContext& context, CheckpointJob job);
    void submit(const StepContext& context, CheckpointJob job);
    void submitRecord(const StepContext& context);
    void fill(CheckpointJob& job, const StepContext& context) const;
    bool isOnDisk(const RunPosition& position);
    void tellHolding(const StepContext& context) const;
    void giveUp();

    RunFolder m_run;
    config::CheckpointConfig m_config;
    nlohmann::json m_settings;
    WaitForWord m_wait;
    CheckpointFiles m_files;
    CheckpointWriter m_writer;
    std::optional<RunPosition> m_savedPosition; ///< of `latest`
    nlohmann::json m_savedJson;                 ///< its trainer_state.json
    std::set<std::int64_t> m_backups;           ///< steps that were saved by this run
};

} // namespace unlit::train
