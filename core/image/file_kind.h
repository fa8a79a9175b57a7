// Which kind of image a file holds: its first bytes decide, never its suffix.
#pragma once

#include "core/image/readable_file.h"

#include <string_view>

namespace unlit {

enum class FileKind { OpenExr, Png, Jpeg, Tiff, Radiance, Bmp, Targa, WebP, Psd };

/// The name that `image info` prints: "openexr", "png", "jpeg", "tiff", "radiance", …
std::string_view toString(FileKind kind);

/// Leaves the file at position 0. Throws Error: Corrupt where the suffix promises a kind that the
/// bytes do not keep, Unsupported (with the kind's name, where it is known) else.
FileKind detectFileKind(ReadableFile& file);

} // namespace unlit
