// What the fused normalisations share: the statistics of groups.
#pragma once

#include "core/nn/kernels/raw_numbers.h"
#include "core/nn/kernels/row_loops.h"

#include <ATen/Parallel.h>
#include <torch/types.h>

#include <algorithm>
#include <vector>

namespace unlit::nn {

/// Rows of a thread's smallest share: below, a second thread costs more than it saves.
inline int64_t grainRows(int64_t rowNumbers) {
    constexpr int64_t kGrainNumbers = 1 << 14;
    return std::max<int64_t>(1, kGrainNumbers / std::max<int64_t>(1, rowNumbers));
}

/// Two sums per channel over `pixels` rows, in chunks whose sums are added in order: the result
/// does not depend on the threads. `add(begin, count, first, second)` adds rows from `begin` on to
/// C numbers each.
struct ChannelSums {
    std::vector<double> first, second;
};

template <class Add>
ChannelSums channelSums(int64_t pixels, int64_t channels, Add add) {
    const auto size = static_cast<size_t>(channels);
    ChannelSums all{std::vector<double>(size), std::vector<double>(size)};
    const int64_t chunk = std::max(grainRows(channels), (pixels + 63) / 64);
    const int64_t chunks = (pixels + chunk - 1) / chunk;
    std::vector<double> first(static_cast<size_t>(chunks) * size), second(first.size());
    at::parallel_for(0, chunks, 1, [&](int64_t begin, int64_t end) {
        for (int64_t part = begin; part < end; ++part)
            add(part * chunk, std::min(chunk, pixels - part * chunk),
                first.data() + part * channels, second.data() + part * channels);
    });
    for (size_t i = 0; i < first.size(); ++i) {
        all.first[i % size] += first[i];
        all.second[i % size] += second[i];
    }
    return all;
}

/// Sums over the pixels of one sample, per channel, of x - shift and its square.
struct Moments {
    std::vector<float> shift;
    ChannelSums sums;
};

template <class Number>
Moments momentsOf(const Number* x, int64_t pixels, int64_t channels) {
    Moments moments{std::vector<float>(static_cast<size_t>(channels)), {}};
    for (size_t c = 0; c < moments.shift.size(); ++c)
        moments.shift[c] = toFloat(x[c]);
    moments.sums = channelSums(
        pixels, channels, [&](int64_t begin, int64_t count, double* sum, double* squares) {
            addMoments(x + begin * channels, count, channels, moments.shift.data(), sum, squares);
        });
    return moments;
}

/// Of one sample, for each channel those of its group: mean, and 1 / sqrt(variance + epsilon).
struct GroupStatistics {
    std::vector<double> mean, inverse;
};

/// Joins the channels of each group (Chan et al. 1979).
GroupStatistics statisticsOf(const Moments& moments, int64_t pixels, int64_t groups,
                             double epsilon);

/// y = x * scale + offset per channel: normalisation, weight and bias in one.
struct Affine {
    std::vector<float> scale, offset;
};

Affine affineOf(const GroupStatistics& statistics, const float* weight, const float* bias);

} // namespace unlit::nn
