// Where the studio makes the run of a recipe.
#pragma once

#include <filesystem>

namespace unlit::ui {

/// A relative `outputDir` starts at the recipe's folder, for nobody chose the studio's current one;
/// at Unlit in the user's documents where nothing can be written beside the recipe, as beside one
/// that came with the program.
std::filesystem::path runPlace(const std::filesystem::path& outputDir,
                               const std::filesystem::path& recipeFolder);

} // namespace unlit::ui
