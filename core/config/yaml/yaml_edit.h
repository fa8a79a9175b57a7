// Changes of single settings in a text that a person wrote: comments, order and layout stay.
#pragma once

#include "core/config/schema/node.h"

#include <cstddef>
#include <string>

namespace unlit::config {

/// `yaml` with `value` at `path` ("trainer.save_period", "dataset.val.0.dir"); sections that are
/// missing on the way are made at the end of those that are there. What is not part of the old
/// value stays as it is, comments beside it included. Text that cannot be changed in place (an
/// alias, a value over several lines without a sign of it) is written anew, without comments, so
/// that the meaning is always the one asked for. Throws Error::invalidInput for text that is no
/// settings and paths that lead through a value or to a missing list element.
std::string withValue(const std::string& yaml, const std::string& path, const Node& value);

/// `yaml` without the key at `path`, the lines of its value and the comments among them. A section
/// that would be left empty becomes {}. Nothing happens where there is no such key. Throws
/// likewise.
std::string withoutKey(const std::string& yaml, const std::string& path);

/// `yaml` with `element` as the last one of the list at `path`, which is made where it is missing.
/// Throws likewise, and where something else than a list is there.
std::string withElementAdded(const std::string& yaml, const std::string& path, const Node& element);

/// `yaml` without an element of the list at `path`; a list that would be left empty becomes [].
/// Throws likewise, and where there is no such element.
std::string withoutElement(const std::string& yaml, const std::string& path, std::size_t index);

} // namespace unlit::config
