// Spaces that OpenEXR has no attribute for, noted in one of our own.
#pragma once

#include "core/image/image_file.h"

#include <optional>
#include <string>
#include <vector>

namespace unlit {

/// A text attribute: "srgb", or "linear; uncertainty=raw" where layers differ from the first one.
constexpr const char* kExrSpaceNote = "unlit.colorSpace";

/// Empty where all layers are scene-linear in one space: `chromaticities` says that.
std::string exrSpaceNote(const std::vector<NamedLayer>& layers);

/// What such a text says of a layer; empty where it makes no sense.
std::optional<ColorSpace> notedSpace(const std::string& note, const std::string& layer);

} // namespace unlit
