#include "core/session/train/kept_recipe.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/session/train/provenance.h"

#include <array>
#include <cstdio>

namespace unlit {

namespace fs = std::filesystem;

namespace {

fs::path recipeFolderOf(const fs::path& run) {
    const fs::path folder = run / "recipe";
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        throw Error::system(failed.value(), "create the folder", folder);
    return folder;
}

/// "01_albedo.yaml"
std::string numbered(std::size_t number, const fs::path& file) {
    std::array<char, 24> digits{};
    std::snprintf(digits.data(), digits.size(), "%02zu_", number);
    return digits.data() + file.filename().string();
}

} // namespace

void keepRecipe(const fs::path& run, const config::GivenRecipe& recipe) {
    if (recipe.files.empty())
        return;
    const fs::path folder = recipeFolderOf(run);
    for (std::size_t i = 0; i < recipe.files.size(); ++i)
        writeAtomically(folder / numbered(i + 1, recipe.files[i].file), recipe.files[i].text);
    std::string settings;
    for (const std::string& setting : recipe.settings)
        settings += setting + "\n";
    if (!settings.empty())
        writeAtomically(folder / "settings.txt", settings);
}

std::optional<std::string> keepPatch(const fs::path& run, const config::GivenRecipe& recipe) {
    if (recipe.files.empty())
        return {};
    std::error_code unknown;
    const fs::path repository = fs::absolute(recipe.files.front().file, unknown).parent_path();
    if (!fs::is_directory(repository, unknown))
        return {};
    if (hasOwnGitFilters(repository)) // a repository from elsewhere must not run programs
        return "recipe/changes.patch is not kept: the git repository of " + repository.string() +
               " has filters of its own, which are not run";
    const auto state = gitStateOf(repository);
    if (state.is_null() || !state.at("dirty").is_boolean() || !state.at("dirty").get<bool>())
        return {};
    if (const auto patch = gitPatchOf(repository)) {
        try {
            writeAtomically(recipeFolderOf(run) / "changes.patch", *patch);
        } catch (const Error& error) { // the training is worth more
            return std::string("recipe/changes.patch is not kept: ") + error.what();
        }
        return {};
    }
    return "recipe/changes.patch is not kept: what the files of the git repository in " +
           repository.string() +
           " differ by from its commit is larger than 1 MiB, or git does not say it";
}

} // namespace unlit
