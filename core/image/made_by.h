// The mark by which this program knows pictures that it wrote as results.
#pragma once

namespace unlit {

/// Key of Image::metadata and ImageInfo::metadata; its value is what the file holds, "albedo". A
/// text of a PNG, an attribute of an EXR, the software of a TIFF.
inline constexpr const char* kMadeByKey = "unlit";

} // namespace unlit
