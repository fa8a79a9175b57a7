// The text of a table of layers, as YAML, to its lines.
#pragma once

#include "core/image/layers/layer_table.h"

#include <filesystem>
#include <string>
#include <vector>

namespace unlit {

/// In file order. Throws Error::invalidInput whose text begins with "file:line:column: " (both from
/// 1) and whose mark says the same: what is not YAML, unknown roles and keys, roles or keys given
/// twice, missing names, names that fit nothing or stand there twice.
std::vector<LayerAlias> parseLayerAliases(const std::string& yaml,
                                          const std::filesystem::path& shownAs);

} // namespace unlit
