// Where a pair has no truth (sky, backdrop), what is seen becomes the truth: a network learns to
// leave it as it is.
#pragma once

#include "core/data/loader/pair_images.h"
#include "core/data/loader/sample.h"

#include <cstddef>

namespace unlit::data {

/// Puts `from`'s pixels where `valid` is 0. Precondition: same size and channels.
void restoreBackground(const Image& from, const ValidPixels& valid, Image& image);

/// 1 where all channels of a beauty are finite and one of them is above black. Around what was cut
/// out nothing is seen: black that were to stay black would teach that dark sides stay dark.
ValidPixels seenPixels(const Image& beauty);

/// Pixels that are seen but not valid get the beauty's numbers as those of the first target, and
/// become valid. Precondition: one target, whose numbers are the beauty's (display-encoded); `seen`
/// has the sample's size.
void keepBackground(Sample& sample, const torch::Tensor& seen_1HW);

} // namespace unlit::data
