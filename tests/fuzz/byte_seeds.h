// Seeds for fuzzing that are put together from bytes, by the formats' specifications.
#pragma once

#include <filesystem>

namespace unlit {

/// BMP with masks, TGA with an extension, WebP with EXIF, HDR with settings, PNG and TIFF's kinds.
void makeBytePictures(const std::filesystem::path& folder);

/// Lists, recipes with references and merge keys. The first byte says which it is.
void makeTexts(const std::filesystem::path& folder);

/// ustar with a long name of GNU's, and pax.
void makeTars(const std::filesystem::path& folder);

/// Events of TensorBoard, bare behind an odd byte and in records.
void makeEvents(const std::filesystem::path& folder);

/// Kohya's names of layers, and peft's settings.
void makeLoras(const std::filesystem::path& folder);

} // namespace unlit
