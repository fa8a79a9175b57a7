// What is found in the values of a document gets the places where they were written.
#pragma once

#include "core/base/diagnostic.h"
#include "core/config/schema/node.h"

#include <filesystem>
#include <vector>

namespace unlit::config {

/// Appends findings that name a key and know no place, each at its key in `document`, or at the
/// nearest section above it, or at `file`. One about a key that an error in `diagnostics` names is
/// left out: it follows from a value that could not be read.
void addFindings(std::vector<Diagnostic> findings, const Node& document,
                 const std::filesystem::path& file, std::vector<Diagnostic>& diagnostics);

/// Throws Error::invalidInput that holds every error, a line each; nothing where there is none.
void requireNoErrors(const std::vector<Diagnostic>& diagnostics);

} // namespace unlit::config
