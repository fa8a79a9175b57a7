// One pair in memory, as all checks see it: both pictures in linear light, and which pixels count.
#pragma once

#include "core/data/black_albedo.h"
#include "core/data/source/filename_list.h"
#include "core/data/source/picture_source.h"
#include "core/image/image.h"

#include <cstdint>
#include <vector>

namespace unlit::data {

/// Samples that are no colours, of one picture. Pixels, not samples.
struct BadPixels {
    std::size_t notFinite = 0;
    std::size_t negative = 0; ///< below -1 % of the picture's median: more than a filter's ringing
};

struct PairPixels {
    Image beauty; ///< linear Rec.709, as stored otherwise; samples that are not finite are 0
    Image albedo; ///< likewise
    bool beautyIsFloat = false; ///< the file holds float samples: it was taken as it is
    bool albedoIsFloat = false;
    bool hasMaskFile = false;
    /// Why the mask file is of no use; "" = it is, or there is none.
    std::string maskProblem;
    BadPixels beautyBad;
    BadPixels albedoBad;
    std::vector<unsigned char> valid; ///< 1 where alpha, mask and numbers are good; height * width
    double maskedOut = 0;             ///< share of pixels that alpha or mask take out
    std::vector<float> beautyY;       ///< luminance, height * width; empty where sizes differ
    std::vector<float> albedoY;

    bool sameSize() const { return beauty.width == albedo.width && beauty.height == albedo.height; }
};

/// Alpha of a picture counts as mask from this value on.
constexpr float kMaskThreshold = 0.5F;

/// Reads both pictures and the mask. Throws Error naming the file; a mask that cannot be read or
/// has another size is told in maskProblem instead.
PairPixels readPairPixels(const PictureSource& source, const ListedPair& pair);

/// Luminance (Rec.709 weights) of a colour picture.
std::vector<float> luminanceOf(const Image& image);

} // namespace unlit::data
