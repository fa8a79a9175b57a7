// JSON files of model folders: read with one clear sentence for everything that can be wrong.
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

namespace unlit::weights {

/// An object from a file of at most 64 MiB. Throws Error: NotFound / Io, Corrupt (with line and
/// column) for anything that is not a JSON object.
nlohmann::json readJsonObject(const std::filesystem::path& file);

/// The same with its keys in the order of the file, for those whose order has a meaning.
nlohmann::ordered_json readOrderedJsonObject(const std::filesystem::path& file);

/// The bytes of a file. Throws Error: NotFound / Io.
std::string readText(const std::filesystem::path& file);

/// Indented by two, sorted by key, one final newline; atomic. Throws Error::system.
void writeJson(const std::filesystem::path& file, const nlohmann::json& json);

} // namespace unlit::weights
