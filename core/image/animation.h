// Several pictures, one after the other, in one file that every browser shows.
#pragma once

#include "core/image/image.h"

#include <filesystem>
#include <vector>

namespace unlit {

/// An animated GIF that begins anew when it has ended. `frames`: display-encoded sRGB, R, G, B, all
/// of one size; a GIF has 256 colours a frame, to which they are brought by error diffusion. The
/// file appears whole or not at all and replaces an earlier one. Throws Error: InvalidInput for no
/// frames or frames of different sizes, Io when the disk does not take it.
void writeAnimation(const std::filesystem::path& file, const std::vector<Image>& frames,
                    double framesPerSecond);

} // namespace unlit
