// The checkpoints of a run as a table has them: which step, how good, how large; and one that goes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit::runs {

/// One folder below RUN/checkpoint: a model folder.
struct RunCheckpoint {
    std::string name; ///< "latest", "previous", "iter_000400", "iter_000400_val_psnr_21.3"
    std::filesystem::path folder;
    std::optional<std::int64_t> step; ///< unset where weights alone do not tell
    double time = 0;                  ///< seconds since 1970 of the last write; 0 = not known
    std::uint64_t bytes = 0;          ///< of all its files
    std::uint64_t ownBytes = 0;       ///< of those that no other checkpoint shares
    bool hasState = false;            ///< a training can go on from it
    bool isBest = false;              ///< of those with a figure; the newest of equals
    std::optional<double> figure;     ///< RunCheckpoints::figureTag at its step
    bool operator==(const RunCheckpoint&) const = default;
};

struct RunCheckpoints {
    std::filesystem::path run;
    std::vector<RunCheckpoint> list; ///< latest and previous first, then backups, the newest first
    std::string figureTag; ///< the validation figure that decides; "" where there is none yet

    /// The best one, else the first; nullptr without any.
    const RunCheckpoint* best() const;
    /// nullptr where there is none of this name.
    const RunCheckpoint* find(const std::string& name) const;
};

/// Reads headers and figures, no weights. What is half written or cannot be read is left out; a
/// stop ends it with what was found. Throws nothing but bad_alloc. Thread: any.
RunCheckpoints checkpointsOfRun(const std::filesystem::path& run, const std::stop_token& stop = {});

/// For good: it is gone at once for all who look, its files are then removed. `latest` and
/// `previous` are what a run goes on from: they stay while a process has the run. Throws Error:
/// NotFound, InvalidInput for those, system. Thread: any.
void removeCheckpoint(const std::filesystem::path& run, const std::string& name);

} // namespace unlit::runs
