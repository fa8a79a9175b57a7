// The folder of a training run: its layout, how it comes to be, and who may write into it.
#pragma once

#include "core/config/run_config.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace unlit::train {

/// RUN/config.yaml, events.jsonl, logging.log, build_info.json, metrics.jsonl, metrics.csv,
/// sample_losses.csv, worst_samples.json, checkpoint/, tensorboard/, evaluation/, visualization/.
/// Holds paths only; copies are free.
class RunFolder {
public:
    /// The folder that a new run gets: output_dir/[yy_mm_dd-HH_MM_SS-]name, local time. An empty
    /// name is the stem of `configFile`. Throws Error::invalidInput for a name that is no file
    /// name.
    static std::filesystem::path plannedPath(const config::RunConfig& run,
                                             const std::filesystem::path& configFile,
                                             std::chrono::system_clock::time_point now);

    /// The folder appears whole, with config.yaml, build_info.json, an empty metrics.jsonl and the
    /// empty subfolders, or not at all: from that instant on it can be resumed. Throws
    /// Error::invalidInput when something is there already, Error::system when it cannot be
    /// written. `fill` puts more into the folder before it appears.
    static RunFolder create(const std::filesystem::path& path, std::string_view configYaml,
                            const std::function<void(const RunFolder& inside)>& fill = {});

    /// `path`: a run folder, or RUN/checkpoint/NAME. Throws Error::notFound when there is nothing,
    /// Error::invalidInput when it is no run folder.
    static RunFolder open(const std::filesystem::path& path);

    const std::filesystem::path& path() const { return m_path; }

    /// NAME when open() was given RUN/checkpoint/NAME, else "".
    const std::string& askedCheckpoint() const { return m_askedCheckpoint; }

    std::filesystem::path config() const { return m_path / "config.yaml"; }

    std::filesystem::path buildInfo() const { return m_path / "build_info.json"; }

    /// What happened to the run, a record a line (core/runs/run_event.h).
    std::filesystem::path events() const { return m_path / "events.jsonl"; }

    std::filesystem::path log() const { return m_path / "logging.log"; }

    std::filesystem::path metrics() const { return m_path / "metrics.jsonl"; }

    std::filesystem::path csv() const { return m_path / "metrics.csv"; }

    std::filesystem::path sampleLosses() const { return m_path / "sample_losses.csv"; }

    std::filesystem::path worstSamples() const { return m_path / "worst_samples.json"; }

    std::filesystem::path tensorboard() const { return m_path / "tensorboard"; }

    std::filesystem::path checkpoints() const { return m_path / "checkpoint"; }

    std::filesystem::path checkpoint(std::string_view name) const { return checkpoints() / name; }

    std::filesystem::path latest() const { return checkpoint("latest"); }

    /// Where the backup of a step is, whatever figure stands in its name; where there is none,
    /// iter_%06d.
    std::filesystem::path backup(std::int64_t step) const;

    /// `name`, or where there is none of it, the backup of the step that it names.
    std::filesystem::path findCheckpoint(const std::string& name) const;

    /// evaluation/eval-<dataset>-iter%06d.txt
    std::filesystem::path evaluationFile(const std::string& dataset, std::int64_t step) const;
    /// visualization/iter_%06d/<dataset>/
    std::filesystem::path visualization(const std::string& dataset, std::int64_t step) const;

    /// "iter_000042"
    static std::string iterationName(std::int64_t step);

    /// "iter_000042", or with a figure, "val_psnr_21.3", "iter_000042_val_psnr_21.3".
    static std::string backupName(std::int64_t step, const std::string& figure);

    /// Of both kinds of names 42; nullopt for other names.
    static std::optional<std::int64_t> stepOfBackup(std::string_view name);

private:
    explicit RunFolder(std::filesystem::path path) : m_path(std::move(path)) {}

    std::filesystem::path m_path;
    std::string m_askedCheckpoint;
};

/// While it lives, no other process (and no other lock of this one) can write into the run. Ends
/// with the process, however that ends.
class RunLock {
public:
    /// Throws Error::invalidInput when another process has the run, Error::system when the folder
    /// cannot be written.
    explicit RunLock(const RunFolder& folder);
    ~RunLock();
    RunLock(const RunLock&) = delete;
    RunLock& operator=(const RunLock&) = delete;

    /// Whether a process has the run now: for lists of runs.
    static bool isTaken(const RunFolder& folder) noexcept;

private:
    int m_descriptor = -1;
};

} // namespace unlit::train
