#include "core/train/slurm_job.h"

#include <cstdlib>

namespace unlit::train {

Environment processEnvironment() {
    return [](const std::string& name) -> std::optional<std::string> {
        const char* value = std::getenv(name.c_str());
        return value == nullptr ? std::nullopt : std::optional<std::string>(value);
    };
}

std::optional<SlurmJob> findSlurmJob(const Environment& environment) {
    const std::optional<std::string> id = environment("SLURM_JOB_ID");
    if (!id || id->empty())
        return std::nullopt;
    SlurmJob job{*id, {}};
    for (const char* name : {"SLURM_TMPDIR", "TMPDIR"}) {
        const std::optional<std::string> folder = environment(name);
        std::error_code ignored;
        if (folder && !folder->empty() && std::filesystem::is_directory(*folder, ignored)) {
            job.scratch = *folder;
            break;
        }
    }
    return job;
}

} // namespace unlit::train
