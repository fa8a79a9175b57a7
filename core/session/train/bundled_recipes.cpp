#include "core/session/train/bundled_recipes.h"

#include "core/config/load_config.h"
#include "core/session/installed_share.h"

#include <algorithm>

namespace unlit {

namespace fs = std::filesystem;

std::vector<fs::path> recipesIn(const fs::path& folder) {
    std::vector<fs::path> recipes;
    std::error_code failed;
    for (fs::recursive_directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed))
        if (entry->path().extension() == ".yaml" && config::loadConfig(entry->path()).isUsable())
            recipes.push_back(entry->path());
    std::ranges::sort(recipes);
    return recipes;
}

std::vector<fs::path> bundledRecipes() {
    const fs::path base = installedShare(runningProgram(), "configs", "base/intrinsic.yaml");
    return base.empty() ? std::vector<fs::path>{} : recipesIn(base);
}

} // namespace unlit
