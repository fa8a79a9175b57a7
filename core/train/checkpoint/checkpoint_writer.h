// Writes checkpoints one after the other on a thread of its own.
#pragma once

#include "core/train/checkpoint/checkpoint_files.h"
#include "core/train/checkpoint/checkpoint_job.h"

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace unlit::train {

/// One is under way at a time: hand() comes after waitUntilIdle(). What the disk has no room for,
/// or whose run's folder is gone, is held in memory; what cannot be written for another reason is
/// told as a warning. Called by the training thread.
class CheckpointWriter {
public:
    /// `files` outlives it; it is the writer's while one is under way.
    explicit CheckpointWriter(CheckpointFiles& files);
    /// Waits for what is under way.
    ~CheckpointWriter();
    CheckpointWriter(const CheckpointWriter&) = delete;
    CheckpointWriter& operator=(const CheckpointWriter&) = delete;

    void hand(CheckpointJob job);
    /// On the caller's thread. Precondition: idle.
    void write(CheckpointJob job);
    void waitUntilIdle();

    bool isHolding() const;
    /// It is the caller's from now on.
    std::optional<HeldCheckpoint> takeHeld();
    /// Step of what is held, and why. Precondition: isHolding().
    std::pair<std::int64_t, Failure> problem() const;
    /// The run goes on, or ends, without it.
    void giveUp(const HeldCheckpoint& held);

    /// The last `latest` could not be written, and is not held.
    bool hasFailed() const;
    /// What keeps something from being on disk.
    std::optional<Failure> failure() const;
    /// `latest` of this run; nothing where the last one is not on disk.
    std::optional<CheckpointSaved> latest() const;

    /// Folders that have come to disk since the last call, none at the first one.
    std::vector<std::filesystem::path> takeSaved();
    void noteRenamed(const std::filesystem::path& before, const std::filesystem::path& now);

private:
    void run(const std::stop_token& stop);
    void put(CheckpointJob& job);

    CheckpointFiles& m_files;
    mutable std::mutex m_mutex; ///< guards what follows
    std::condition_variable_any m_changed;
    std::optional<CheckpointJob> m_job;
    bool m_isWriting = false;
    std::optional<CheckpointSaved> m_latest;
    std::optional<HeldCheckpoint> m_held;
    bool m_isAskedForSaved = false;
    std::vector<std::filesystem::path> m_saved; ///< not yet taken
    std::optional<Failure> m_failure;           ///< of the last `latest`
    std::jthread m_thread;                      // last: it uses everything above
};

} // namespace unlit::train
