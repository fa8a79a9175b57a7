// A run that is begun at a checkpoint of another, and one that goes back to an earlier one of its
// own. Neither trains: `--resume` does.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace unlit {

struct ForkRequest {
    std::filesystem::path run;
    std::string checkpoint;             ///< "latest", "previous", "iter_000400"
    std::filesystem::path output;       ///< folder of the new run
    std::vector<std::string> overrides; ///< "KEY=VALUE", any setting
};

struct Fork {
    std::filesystem::path folder;
    std::int64_t step = 0;   ///< that the new run stands at
    bool keepsState = false; ///< optimizer, seeds and place in the data go on; else weights alone
    std::string whyNot;      ///< "" or why they do not, a full thought without full stop
    bool isAtItsEnd = false; ///< it has done all steps that its settings ask for
};

/// The new run has the settings of the old one with the overrides. It goes on with optimizer, seeds
/// and place in the data where the checkpoint has them and no override changes what they belong to
/// (config/resume_changes.h); else it begins at step 0 with the weights. The checkpoint's files get
/// further names in the new folder, which needs nothing of the old one. What is best is found anew.
/// Throws Error: NotFound, InvalidInput, Corrupt, system.
Fork forkRun(const ForkRequest& request);

struct Rollback {
    std::int64_t fromStep = 0; ///< of what was `latest`
    std::int64_t step = 0;
};

/// `checkpoint` becomes `latest`; what was there becomes `previous`, so that it can be gone back to
/// likewise. Figures beyond the step go when the run is resumed. Throws Error: NotFound;
/// InvalidInput for weights alone, and for a run that another process has; Corrupt, system.
Rollback rollBackRun(const std::filesystem::path& run, const std::string& checkpoint);

/// The same of a run whose lock the caller holds.
Rollback rollBackLockedRun(const std::filesystem::path& run, const std::string& checkpoint);

} // namespace unlit
