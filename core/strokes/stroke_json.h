// Strokes as text: a file by itself, and a part of side-cars.
#pragma once

#include "core/strokes/stroke.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>

namespace unlit {

/// {"version":1,"width","height","hash","strokes":[{"kind","radius","points":[x,y,x,y,…],"value"
/// where there is one,"on":false where it is off}]}. Numbers come back to the last bit.
nlohmann::ordered_json strokesJson(const StrokeSet& set);

/// Throws Error::invalidInput: `where` (the file) and what is wrong with it: a later version, a
/// kind that is not known, wrong types, what checkStrokes() refuses. A key that is not known is an
/// error, too: nothing that somebody drew is dropped in silence.
StrokeSet strokesFromJson(const nlohmann::ordered_json& json, const std::string& where);

/// Reads a file of strokes, or the strokes of a side-car. Throws Error naming the file; a side-car
/// without strokes is Error::invalidInput.
StrokeSet readStrokes(const std::filesystem::path& file);

/// Through an AtomicFile. Throws Error; an existing file is one unless `overwrite`.
void writeStrokes(const std::filesystem::path& file, const StrokeSet& set, bool overwrite);

} // namespace unlit
