// The Slurm job that the process runs in, if any, and its node's own disk.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace unlit::train {

struct SlurmJob {
    std::string id;
    std::filesystem::path scratch; ///< a folder on the node's own disk; "" = it has none
};

/// The value of a variable of the process's environment.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

Environment processEnvironment();

/// By SLURM_JOB_ID; scratch by SLURM_TMPDIR, then TMPDIR, where that is a folder.
std::optional<SlurmJob> findSlurmJob(const Environment& environment);

} // namespace unlit::train
