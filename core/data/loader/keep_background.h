// Where a pair has no truth (sky, backdrop), what is seen becomes the truth: a network learns to
// leave it as it is, beside what it makes of the things before it.
#pragma once

#include "core/data/loader/pair_images.h"
#include "core/data/loader/sample.h"
#include "core/image/color/color_space.h"

#include <cstddef>

namespace unlit::data {

/// Puts `from`'s pixels where `valid` is 0. Precondition: same size and channels.
void restoreBackground(const Image& from, const ValidPixels& valid, Image& image);

/// 1 where all channels of a beauty are finite and one of them is above black. Around what was cut
/// out nothing is seen: black that were to stay black would teach that dark sides stay dark.
ValidPixels seenPixels(const Image& beauty);

/// Pixels that are seen but not valid become valid, and get the beauty's light as the first target,
/// times one factor: the geometric mean of albedo over light where there is an albedo. Without it a
/// picture would be asked for in two scales, and which of them is the brighter hangs on the sun.
/// Precondition: one target, in [0, 1] in `numbers` as the beauty; `seen` has the sample's size.
void keepBackground(Sample& sample, const torch::Tensor& seen_1HW, ColorSpace numbers);

} // namespace unlit::data
