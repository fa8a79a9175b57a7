// One layered EXR out of a result: everything that the input file holds, and everything that was
// made of it.
#pragma once

#include "core/session/infer/inference_types.h"

#include <filesystem>
#include <string>
#include <vector>

namespace unlit {

/// The space in which a picture is stored; data without colour is never touched.
ColorSpace storedSpace(const Image& image, const OutputOptions& output);

/// The picture in that space.
Image stored(const Image& image, const OutputOptions& output);

/// Writes `file`: where the input is an OpenEXR file of the results' size, all its layers and
/// attributes; else the first target as the unnamed layer and "beauty". Then each target,
/// "<target>.uncertainty", and "shading" and "residual" unless the model makes its own. Colours are
/// linear in the file's primaries, unless output.space says otherwise. Returns sentences about what
/// could not be kept. Throws Error.
std::vector<std::string> writeLayeredResult(const InferenceResult& result,
                                            const std::filesystem::path& file);

} // namespace unlit
