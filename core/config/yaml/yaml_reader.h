// YAML text into a document, with every fault of form as a diagnostic.
#pragma once

#include "core/base/diagnostic.h"
#include "core/config/schema/node.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace unlit::config {

/// `shownAs` names the text in marks. What is not YAML at all is one diagnostic and an empty
/// document; keys that stand there twice are told, and the first counts. Any text is safe: size,
/// depth and aliases that multiply are bounded.
Node parseYaml(const std::string& text, const std::filesystem::path& shownAs,
               std::vector<Diagnostic>& diagnostics);

/// A single value as it could stand after a colon: "0.5", "[480, 640]", "null". nullopt when it is
/// not YAML.
std::optional<Node> parseYamlValue(const std::string& text);

/// Reads the file, at most 4 MiB of it. Throws Error: NotFound, Io, InvalidInput.
std::string readConfigText(const std::filesystem::path& file);

} // namespace unlit::config
