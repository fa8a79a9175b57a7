#include "core/session/models/bundled_model.h"

#include "core/session/installed_share.h"

namespace unlit {

std::filesystem::path bundledModelOf(const std::filesystem::path& program) {
    return installedShare(program, "models/unlit-small", "model_index.json");
}

std::filesystem::path bundledModel() {
    return bundledModelOf(runningProgram());
}

} // namespace unlit
