#include "core/session/models/model_name.h"

#include <string_view>

namespace unlit {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kRepository = "models--";

} // namespace

bool isHubRepository(const fs::path& folder) {
    return folder.filename().string().starts_with(kRepository);
}

std::string repositoryName(const fs::path& folder) {
    std::string name = folder.filename().string().substr(kRepository.size());
    if (const std::size_t at = name.find("--"); at != std::string::npos)
        name.replace(at, 2, "/");
    return name;
}

std::string modelNameOf(const fs::path& folder) {
    const fs::path path =
        folder.has_filename() || !folder.has_relative_path() ? folder : folder.parent_path();
    const fs::path parent = path.parent_path();
    const fs::path above = parent.parent_path();
    if (parent.filename() == "snapshots" && isHubRepository(above))
        return repositoryName(above);
    if (parent.filename() == "checkpoint" && above.has_filename())
        return above.filename().string() + " · " + path.filename().string();
    return path.has_filename() ? path.filename().string() : path.string();
}

} // namespace unlit
