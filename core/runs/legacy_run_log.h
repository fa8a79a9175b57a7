// The course of runs that were written before there was events.jsonl: from the sentences of their
// logging.log. The one place that knows them; nothing reads them of a run that has events.jsonl.
#pragma once

#include "core/runs/run_event.h"

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace unlit::runs {

/// nullopt for a line that tells of something else, as the figures of a step.
std::optional<RunEvent> legacyRunEventOf(std::string_view line);

/// Of a whole logging.log, in its order; empty where there is no such file.
std::vector<RunEvent> legacyRunEvents(const std::filesystem::path& log);

} // namespace unlit::runs
