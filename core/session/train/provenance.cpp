#include "core/session/train/provenance.h"

#include "core/base/child_process.h"
#include "core/base/error.h"
#include "core/base/log.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace unlit {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::chrono::seconds kGitPatience{5};

/// What git says; nullopt where it does not.
std::optional<std::string> askGit(const std::string& git, const std::filesystem::path& folder,
                                  std::vector<std::string> words) {
    words.insert(words.begin(), {git, "--no-optional-locks", "-c", "core.fsmonitor=false", "-c",
                                 "core.hooksPath=/dev/null"});
    try {
        const CommandResult result = runCommand(
            {.words = std::move(words), .folder = folder, .input = {}, .patience = kGitPatience});
        return result.isGood() ? std::optional(result.output) : std::nullopt;
    } catch (const Error&) {
        logSwallowed("asking git for the state of the working directory", LogLevel::Debug);
        return {};
    }
}

Json seedOf(const std::optional<std::int64_t>& seed) {
    return seed ? Json(*seed) : Json(nullptr);
}

} // namespace

Json gitStateOf(const std::filesystem::path& folder, const std::string& git) {
    std::optional<std::string> commit = askGit(git, folder, {"rev-parse", "--verify", "HEAD"});
    if (!commit)
        return nullptr;
    std::erase_if(*commit, [](unsigned char c) { return std::isxdigit(c) == 0; });
    const auto changes = askGit(git, folder, {"status", "--porcelain", "--untracked-files=no"});
    return {{"commit", *commit}, {"dirty", changes ? Json(!changes->empty()) : Json(nullptr)}};
}

bool hasOwnGitFilters(const std::filesystem::path& folder, const std::string& git) {
    for (const char* scope : {"--local", "--worktree"}) {
        const auto named =
            askGit(git, folder, {"config", scope, "--includes", "--get-regexp", "^filter\\."});
        if (named && !named->empty())
            return true;
    }
    return false;
}

std::optional<std::string> gitPatchOf(const std::filesystem::path& folder, const std::string& git) {
    return askGit(git, folder,
                  {"diff", "--no-ext-diff", "--no-textconv", "--no-color", "--full-index",
                   "--src-prefix=a/", "--dst-prefix=b/", "HEAD"});
}

Json provenanceOf(const train::RunPlan& plan) {
    const config::TrainConfig& config = plan.config;
    std::error_code unknown;
    return {{"git", gitStateOf(std::filesystem::current_path(unknown))},
            {"data", train::fingerprintOf(*plan.data.train)},
            {"seeds",
             {{"dataloader.seed", seedOf(config.dataloader.seed)},
              {"trainer.init_seed", seedOf(config.trainer.initSeed)}}}};
}

} // namespace unlit
