// Small pictures for tests of metrics, with the numbers written out.
#pragma once

#include "core/evaluate/metric_input.h"

#include <functional>
#include <vector>

namespace unlit::test {

/// Owns what a MetricInput shows.
struct MetricPictures {
    int width = 0;
    int height = 0;
    std::vector<float> prediction; ///< R, G, B planes
    std::vector<float> truth;
    std::vector<unsigned char> valid; ///< empty = all

    evaluate::MetricInput input() const;

    std::size_t planeSize() const {
        return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    }
};

/// Samples of a picture: value(channel, y, x).
using ValueAt = std::function<double(int channel, int y, int x)>;

MetricPictures makePictures(int width, int height, const ValueAt& prediction, const ValueAt& truth);

/// Reproducible numbers in [0.1, 0.9] without any order.
double scatter(int channel, int y, int x);

} // namespace unlit::test
