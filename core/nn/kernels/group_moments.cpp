#include "core/nn/kernels/group_moments.h"

#include <cmath>

namespace unlit::nn {

GroupStatistics statisticsOf(const Moments& moments, int64_t pixels, int64_t groups,
                             double epsilon) {
    const auto& [sum, squaresOf] = moments.sums;
    const size_t channels = sum.size(), members = channels / static_cast<size_t>(groups);
    const auto n = static_cast<double>(pixels);
    GroupStatistics statistics{std::vector<double>(channels), std::vector<double>(channels)};
    for (size_t first = 0; first < channels; first += members) {
        double mean = 0, squares = 0;
        const auto channelMean = [&](size_t c) { return moments.shift[c] + sum[c] / n; };
        for (size_t c = first; c < first + members; ++c)
            mean += channelMean(c) / static_cast<double>(members);
        for (size_t c = first; c < first + members; ++c) {
            const double distance = channelMean(c) - mean;
            squares += squaresOf[c] - sum[c] * sum[c] / n + n * distance * distance;
        }
        const double variance = squares / (n * static_cast<double>(members));
        for (size_t c = first; c < first + members; ++c) {
            statistics.mean[c] = mean;
            statistics.inverse[c] = 1.0 / std::sqrt(variance + epsilon);
        }
    }
    return statistics;
}

Affine affineOf(const GroupStatistics& statistics, const float* weight, const float* bias) {
    const size_t channels = statistics.mean.size();
    Affine affine{std::vector<float>(channels), std::vector<float>(channels)};
    for (size_t c = 0; c < channels; ++c) {
        const double scale = weight[c] * statistics.inverse[c];
        affine.scale[c] = static_cast<float>(scale);
        affine.offset[c] = static_cast<float>(bias[c] - statistics.mean[c] * scale);
    }
    return affine;
}

} // namespace unlit::nn
