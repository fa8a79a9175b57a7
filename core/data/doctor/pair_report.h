// What the doctor keeps of a pair once its pixels are gone: enough for the checks that compare
// pairs, for statistics and for the cache.
#pragma once

#include "core/data/doctor/finding.h"
#include "core/data/doctor/fingerprint.h"
#include "core/data/source/filename_list.h"

#include <optional>

namespace unlit::data {

struct PairReport {
    Findings findings; ///< of the pair alone
    int width = 0;     ///< of the beauty; 0 where it could not be read
    int height = 0;
    bool beautyIsFloat = false;
    bool albedoIsFloat = false;
    bool hasMaskFile = false;
    bool isComparable = false; ///< fingerprint and the numbers below are there
    double validShare = 0;     ///< pixels that alpha, mask and numbers leave
    double blackShare = 0;     ///< of these, with black albedo under lit beauty
    std::optional<double>
        lightStops;         ///< log2(beauty / albedo) where the light falls: 90th percentile
    double albedoMean = 0;  ///< luminance, linear, of valid pixels
    double beautyStops = 0; ///< mean of its areas, log2 of linear
    PairFingerprint fingerprint;
};

/// Reads the pair and runs every check of a single pair. Never throws for what is wrong with the
/// files: that is a finding. Thread-safe.
PairReport examinePair(const PictureSource& source, const ListedPair& pair);

} // namespace unlit::data
