// The checkpoints of a run as folders on disk: `latest`, `previous`, backups.
#pragma once

#include "core/config/trainer_config.h"
#include "core/events/event.h"
#include "core/train/checkpoint/checkpoint_job.h"
#include "core/train/run_folder.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace unlit::train {

/// One thread at a time.
class CheckpointFiles {
public:
    /// Removes what a killed process has left half-written: the caller holds the run's lock.
    CheckpointFiles(const RunFolder& run, const config::CheckpointConfig& config, FreeRoom room);

    /// Writes the whole folder, or the record of `latest` alone (which is nothing to tell). What is
    /// not trained is linked to a checkpoint that has it. `latest` of before becomes `previous`,
    /// unless it is of the same step. Throws Error: Io where the run's folder is gone or has no
    /// room.
    std::optional<CheckpointSaved> write(CheckpointJob& job);

    /// When a backup is there: removes what it replaces, those of its step under other names, and
    /// what the config does not keep.
    void tidyAfter(const CheckpointJob& job) const;

    bool hasBackup(std::int64_t step) const;
    void removeBackups(const std::vector<std::int64_t>& steps) const;
    /// A backup that was made for another reason gets the figure into its name. Returns the folder
    /// of before and that of now; nothing where it keeps its name.
    std::optional<std::pair<std::filesystem::path, std::filesystem::path>>
    rename(std::int64_t step, const std::string& figure) const;

    /// The run's folder is not there any more, or is another one (a disk that was unmounted).
    bool isGone() const;

    /// A copy of what is trained does not take all memory.
    bool fitsInMemory(const CheckpointContent& content) const;

private:
    void requirePlace() const;
    void linkFrozenParts(CheckpointContent& content) const;

    RunFolder m_run;
    config::CheckpointConfig m_config;
    FreeRoom m_room;
    std::optional<std::pair<dev_t, ino_t>> m_place; ///< which folder the run's path led to
    std::optional<std::int64_t> m_latestStep;       ///< of `latest` on disk
};

} // namespace unlit::train
