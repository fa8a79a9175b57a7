// Cuts a file of lines to what lies before a resumed step.
#pragma once

#include "core/train/writers/metric_writer.h"

#include <functional>
#include <optional>
#include <string>

namespace unlit::train {

/// What a line says about its place in the run.
struct LinePlace {
    std::int64_t step = 0;
    bool isValidation = false;
};

/// nullopt: not a line of the kind that is expected.
using PlaceOf = std::function<std::optional<LinePlace>(const std::string& line)>;

/// Keeps the first `headerLines` and everything up to the last line that lies before the step:
/// what comes after it, and a last line without its end, go. A missing file is none. Throws
/// Error::system.
void cutLines(const std::filesystem::path& file, int headerLines, const PlaceOf& placeOf,
              const KeepUntil& keep);

/// Whether figures of this place stay.
bool isKept(const LinePlace& place, const KeepUntil& keep);

} // namespace unlit::train
