#include "core/session/models/model_commands.h"

#include "core/config/new_model.h"
#include "core/weights/start/random_model.h"

namespace unlit {

namespace fs = std::filesystem;

void writeRandomModel(const std::string& like, const fs::path& out, std::uint64_t seed,
                      bool overwrite, const std::function<void(double)>& progress) {
    weights::requireWritableModelFolder(out, overwrite); // before the recipe is read
    weights::saveModelFolder(out, weights::randomModel(weights::recipeNamed(like), seed), overwrite,
                             progress);
}

void writeNewModel(const config::NewModelConfig& config, const fs::path& out, std::uint64_t seed,
                   bool overwrite, const std::function<void(double)>& progress) {
    weights::requireWritableModelFolder(out, overwrite); // before weights are drawn
    weights::saveModelFolder(out, weights::newModel(weights::recipeOf(config), seed), overwrite,
                             progress);
}

} // namespace unlit
