// A training set in numbers, from what the doctor measured of its pairs.
#pragma once

#include "core/data/doctor/doctor.h"

#include <array>
#include <map>
#include <string>

namespace unlit::data {

/// Of the pairs for which the number exists; all 0 where there are none.
struct Spread {
    std::size_t count = 0;
    double least = 0;
    double lower = 0; ///< 10 % of the pairs lie below
    double median = 0;
    double upper = 0; ///< 10 % lie above
    double most = 0;
};

struct SetStatistics {
    std::size_t pairs = 0;
    std::size_t readable = 0;
    std::size_t scenes = 0;
    std::size_t withMaskFile = 0;
    std::size_t floatBeauties = 0;
    std::size_t floatAlbedos = 0;
    double pixels = 0;                           ///< of all beauties
    std::map<std::string, std::size_t> sizes;    ///< "1024x1024" -> pairs
    Spread validShare;                           ///< share of usable pixels
    Spread blackShare;                           ///< share of black albedo under lit beauty
    Spread albedoMean;                           ///< luminance, linear
    Spread lightStops;                           ///< log2(beauty / albedo) where the light falls
    std::map<std::string, std::size_t> findings; ///< check -> pairs with a warning or error of it
};

SetStatistics statisticsOf(const Examination& examination);

} // namespace unlit::data
