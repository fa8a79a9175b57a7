// Size and place of a sample: resize, crop, flips and quarter turns of beauty, targets and mask
// together.
#pragma once

#include "core/data/loader/augment_options.h"
#include "core/data/loader/sample.h"
#include "core/data/loader/sample_random.h"
#include "core/tensor/target_size.h"

#include <optional>

namespace unlit::data {

/// What a set's samples are brought to. Nothing set = as they are.
struct SizeOptions {
    std::optional<infer::PixelSize> resize; ///< exactly this; the aspect follows
    int longerSide = 0;                     ///< > 0: the longer side, aspect kept
    int cropPx = 0; ///< > 0: a square of this size; smaller pictures are first made to cover it
};

/// Pictures by bilinear interpolation with antialias, masks by the nearest pixel: a pixel is valid
/// or not. Throws Error::invalidInput for resize and longerSide at once.
Sample resized(Sample sample, const SizeOptions& options);

/// Crops, flips and turns as drawn from `random`. The draws are the same for any picture size. A
/// middle below 1 is cut out first: at least the square that is to be cut, where there is one, else
/// whole blocks of 8 pixels, of 64 where it has so many.
Sample placed(Sample sample, const SizeOptions& size, const GeometricOptions& options,
              SampleRandom& random);

} // namespace unlit::data
