// What people call a model folder.
#pragma once

#include <filesystem>
#include <string>

namespace unlit {

/// Whether a folder of a Hugging Face hub's cache holds a model's repository:
/// "models--ORGANISATION--NAME".
bool isHubRepository(const std::filesystem::path& folder);

/// "models--prs-eth--marigold" -> "prs-eth/marigold". For folders of which isHubRepository() holds.
std::string repositoryName(const std::filesystem::path& folder);

/// By its path alone: the repository for a hub's REPOSITORY/snapshots/HASH, "RUN · latest" for a
/// training run's RUN/checkpoint/latest, else the folder's own name. A slash at the end changes
/// nothing. Empty for an empty path.
std::string modelNameOf(const std::filesystem::path& folder);

} // namespace unlit
