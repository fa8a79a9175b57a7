// Colours that a file stores multiplied by alpha, and back.
#pragma once

#include "core/image/decoded_picture.h"
#include "core/image/image_file.h"

#include <span>
#include <vector>

namespace unlit {

/// Brings the stored colours to straight ones, in place, as `options` or else the file say: they
/// are divided by alpha where that is above 0. Layers of data, and values that are wanted raw, stay
/// as stored. Results of integer files are clipped to 1: rounding can exceed it. Returns the kind
/// that was assumed.
AlphaKind applyAlpha(DecodedPicture& picture, const ReadOptions& options);

/// A colour plane multiplied by the mask, for formats that store it so; a copy. `keepGlow`: where
/// the mask is 0 the colour stays.
std::vector<float> multipliedByMask(std::span<const float> plane, std::span<const float> mask,
                                    bool keepGlow);

/// What a picture's notes say of channels that are neither colours nor said to be alpha; `count` of
/// them, none without a word.
std::vector<std::string> notesOnLeftOut(int count);

} // namespace unlit
