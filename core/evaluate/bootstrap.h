// How sure the difference between two models is, given the pictures on which both were measured.
#pragma once

#include <cstdint>
#include <vector>

namespace unlit::evaluate {

inline constexpr int kFewestResamples = 100; ///< that give an interval

struct BootstrapOptions {
    std::uint64_t seed = 2024;
    int resamples = 10000;
    double confidence = 0.95;
};

/// A mean over pictures and where it lies.
struct Interval {
    double mean = 0;
    double low = 0;
    double high = 0;
    std::int64_t pictures = 0; ///< that took part
};

/// The paired percentile bootstrap (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993,
/// chapter 13): pictures are drawn with replacement, the same draw for both models and for every
/// series, so series[s][i] is the difference of one figure on picture i. Pictures whose difference
/// is not finite are left out of their series; a series without two pictures has NaN limits. The
/// same seed gives the same limits on every machine (mt19937_64, unbiased draws). Throws
/// Error::invalidInput for resamples below kFewestResamples, a confidence outside (0, 1), series of
/// different lengths.
std::vector<Interval> pairedBootstrap(const std::vector<std::vector<double>>& series,
                                      const BootstrapOptions& options);

} // namespace unlit::evaluate
