// What every model has to beat: albedos made without any learning.
#pragma once

#include "core/image/image.h"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace unlit::evaluate {

enum class Baseline {
    Input,         ///< the picture itself, as a network is shown it
    Constant,      ///< the same middle grey (18 %) everywhere
    GreyRetinex,   ///< changes of brightness decide
    ColourRetinex, ///< changes of brightness or chroma decide
};

/// "input", "constant", "grey-retinex", "colour-retinex".
std::string_view toString(Baseline baseline);
std::optional<Baseline> baselineFromString(std::string_view name);
const std::vector<Baseline>& allBaselines();

/// One sentence with the thresholds, for reports.
std::string describe(Baseline baseline);

/// `shown`: R, G, B, scene-linear, in [0, 1], finite. `valid`: as in retinexAlbedo. The result is
/// scene-linear. nullopt when stopped.
std::optional<Image> baselineAlbedo(Baseline baseline, const Image& shown,
                                    const std::vector<unsigned char>& valid,
                                    const std::stop_token& stop);

} // namespace unlit::evaluate
