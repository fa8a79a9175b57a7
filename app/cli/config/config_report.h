// What is to say about a configuration that was read: for all verbs that take one.
#pragma once

#include "app/cli/console.h"
#include "core/config/load_config.h"

namespace unlit::cli {

/// Errors, warnings and, on one line, the keys that do nothing here, on stderr.
void tell(const config::LoadedConfig& loaded, Console& console);

/// Errors and warnings on stderr.
void tell(const std::vector<Diagnostic>& diagnostics, Console& console);

/// [{"severity","file","line","column","key","message","hint"}]; line and column only where known.
Json jsonOf(const std::vector<Diagnostic>& diagnostics);

/// [{"key","why"}]
Json jsonOf(const std::vector<config::IgnoredSetting>& ignored);

/// Maps, lists and scalars with the types that the schema gives them.
Json jsonOf(const config::TrainConfig& config);

} // namespace unlit::cli
