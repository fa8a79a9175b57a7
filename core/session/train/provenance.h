// Where a run comes from: the user's own code, data and seeds.
#pragma once

#include "core/train/training_plan.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace unlit {

/// The commit that is checked out in the folder, and whether files that git follows differ from it:
/// {"commit": "…", "dirty": true}; null where there is no repository, no `git`, or it does not
/// answer within seconds. `git`: the program, for tests. Starts no file system monitor that the
/// repository's settings name.
nlohmann::ordered_json gitStateOf(const std::filesystem::path& folder,
                                  const std::string& git = "git");

/// Whether the repository's own settings name filters, which git runs when it compares files.
bool hasOwnGitFilters(const std::filesystem::path& folder, const std::string& git = "git");

/// By what files that git follows differ from that commit, as a patch; nullopt where git does not
/// say it within seconds, or where it is larger than 1 MiB. Runs no program that the repository's
/// settings name for showing differences.
std::optional<std::string> gitPatchOf(const std::filesystem::path& folder,
                                      const std::string& git = "git");

/// {"git": …, "data": {"pairs", "names", "files"}, "seeds": {"dataloader.seed": 2024, …}}. A seed
/// that is drawn is null: the checkpoints have it. For the working directory of this process.
nlohmann::ordered_json provenanceOf(const train::RunPlan& plan);

} // namespace unlit
