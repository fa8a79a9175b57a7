// What a picture looks like after it was saved as JPEG.
#pragma once

#include <cstdint>
#include <vector>

namespace unlit::data {

/// `pixels`: 8-bit R, G, B, row by row; changed in place. `quality` 1 … 100 of libjpeg's scale,
/// chroma at half size. Throws Error::internal when the library refuses.
void jpegRoundTrip(std::vector<std::uint8_t>& pixels, int width, int height, int quality);

} // namespace unlit::data
