// How a beauty is shown to the network, and how it may be photographed otherwise.
#pragma once

#include "core/data/loader/augment_options.h"
#include "core/data/loader/sample_random.h"
#include "core/image/image.h"

#include <optional>

namespace unlit::data {

/// Which exposure scene-linear beauties get before they are encoded. Display-encoded ones have
/// theirs already: only `fixedEv` counts for them.
struct ExposurePolicy {
    std::optional<double> fixedEv; ///< stops; unset = by percentile, as inference does by itself:
                                   ///< the 95th of luminance goes to 0.8
    double headroomEv = 0; ///< stops that scene-linear ones are shown darker, beside all else
};

/// Changes that were drawn for one sample.
struct PhotometricDraw {
    double exposureEv = 0;
    double redEv = 0;
    double blueEv = 0;
    std::optional<double> whitePoint; ///< of the tone curve: linear value that becomes white
    double noise = 0;
    std::uint64_t noiseSeed = 0;
    std::optional<int> jpegQuality;

    bool changesLight() const {
        return exposureEv != 0 || redEv != 0 || blueEv != 0 || whitePoint.has_value();
    }
};

/// Always takes the same number of draws, whatever is switched on.
PhotometricDraw drawPhotometric(const PhotometricOptions& options, SampleRandom& random);

/// R, G, B in [0, 1], encoded in `transfer`: exposure, white balance and tone curve in linear
/// light, then the curve. Without changes of light it is toDisplay() of core/image, exactly.
Image showBeauty(const Image& beauty, ColorSpace transfer, const ExposurePolicy& exposure,
                 const PhotometricDraw& draw);

/// Noise and JPEG, on display values; clipped to [0, 1].
void spoil(Image& shown, const PhotometricDraw& draw);

} // namespace unlit::data
