// A recipe changed one setting at a time, as a form does it: its own text takes the change, its
// bases stay as they are.
#pragma once

#include "core/config/schema/node.h"

#include <cstddef>
#include <filesystem>
#include <string>

namespace unlit::config {

/// `yaml` with `value` at `path`, which may lead into a list that only a base has: a base's list
/// cannot be changed in part, so all of it is written into `yaml` then. A map in place of a map is
/// written key by key: what stays the same keeps its lines, and keys of a base that `value` does
/// not have stay; null takes them out where the setting allows it. `merged` is what text and
/// bases say together (loadDocumentText). Throws as withValue.
std::string withSetting(const std::string& yaml, const Node& merged, const std::string& path,
                        const Node& value);

/// `yaml` without what it says itself at `path`, so that bases and defaults count again. Throws as
/// withoutKey; InvalidInput for a path into a list of a base, which says nothing of its own.
std::string withoutSetting(const std::string& yaml, const std::string& path);

/// As withElementAdded and withoutElement; a list of a base is written into `yaml` first.
std::string withListElement(const std::string& yaml, const Node& merged, const std::string& path,
                            const Node& element);
std::string withoutListElement(const std::string& yaml, const Node& merged, const std::string& path,
                               std::size_t index);

/// `yaml` as it stands in `from`, so that it means the same in the folder of `to`: bases that would
/// not be found there get their whole path.
std::string movedRecipe(const std::string& yaml, const std::filesystem::path& from,
                        const std::filesystem::path& to);

} // namespace unlit::config
