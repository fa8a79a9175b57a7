// How the numbers of a set are spread: albedo, light and sizes of its pairs, for plots.
#pragma once

#include "core/data/doctor/doctor.h"

#include <cstddef>
#include <vector>

namespace unlit::data {

/// Counts in steps of equal width from `low` to `high`; what lies outside is in the outermost ones.
struct Histogram {
    double low = 0;
    double high = 1;
    std::vector<std::size_t> counts;

    std::size_t total() const;
    std::size_t most() const;
};

/// Numbers that are not finite are left out. Precondition: low < high, bins > 0.
Histogram histogramOf(const std::vector<double>& values, double low, double high, std::size_t bins);

struct SetHistograms {
    Histogram albedo; ///< mean luminance of each pair's albedo, linear, 0 to 1
    Histogram
        light; ///< log2(beauty / albedo) where the light falls, stops; a multiple of four wide
    Histogram sides; ///< longer side of each beauty, pixels, log2 from 16 to 16384
};

/// Of the pairs that could be read and compared.
SetHistograms histogramsOf(const std::vector<PairReport>& reports);

} // namespace unlit::data
