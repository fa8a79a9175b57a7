// Which of the pictures of a TIFF is read.
#pragma once

#include "core/image/readable_file.h"
#include "core/image/tiff/tiff_handle.h"

#include <string>
#include <vector>

namespace unlit {

/// Turns to the first page that is neither a reduced picture of another page nor a mask (TIFF 6.0,
/// NewSubfileType), the first one where all are. Returns what is to be said: that a thumbnail was
/// passed over, that there are further pages. Throws Error::unsupported for cameras' raw files.
/// Precondition: the handle is at the first page, as after opening.
std::vector<std::string> turnToPicture(const ReadableFile& file, TIFF* tiff);

} // namespace unlit
