// The writers behind writeImage: one function a format, all through an AtomicFile.
#pragma once

#include "core/base/atomic_file.h"
#include "core/image/image_file.h"

#include <half.h>

namespace unlit {

/// Scan lines; half or float and compressed as options say. Finite values beyond half's range are
/// clipped to it, so that they stay finite. Chromaticities are written for linear spaces. A mask
/// becomes "A", and colours other than raw ones are multiplied by it.
void writeExr(AtomicFile& file, const std::vector<NamedLayer>& layers, const WriteOptions& options);

/// The library's number of a compression.
int exrCompressionNumber(ExrCompression compression);

/// half(value), but the nearest finite number where `value` is finite.
half toHalf(float value);

/// 8 or 16 bits a sample; grey or RGB, with alpha where there is a mask. An sRGB chunk or gAMA says
/// how the samples are encoded, except for Raw ones.
void writePng(AtomicFile& file, const Image& image, int bitsPerSample);

/// 32-bit float, deflate, one strip a few rows; mask as unassociated alpha.
void writeTiff(AtomicFile& file, const Image& image);

/// 16-bit integers, deflate with horizontal differences, mask as unassociated alpha. A profile says
/// how colours are encoded, except for Raw ones.
void writeTiff16(AtomicFile& file, const Image& image);

/// The value as one of the levels 0 … `largest`: clipped to [0,1], rounded to nearest; 0 for NaN.
unsigned integerLevel(float value, float largest);

} // namespace unlit
