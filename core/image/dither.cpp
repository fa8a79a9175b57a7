#include "core/image/dither.h"

#include <algorithm>
#include <cmath>

namespace unlit {

namespace {

constexpr float kLargest = 255.0F;

/// Thresholds in [0, 1) that are spread evenly over any neighbourhood, without visible order: steps
/// of the plastic number along both axes. Source: Roberts, "The unreasonable effectiveness of
/// quasirandom sequences" (2018).
float thresholdAt(std::size_t x, std::size_t y) {
    constexpr double alongX = 0.7548776662466927;
    constexpr double alongY = 0.5698402909980532;
    const double place = static_cast<double>(x) * alongX + static_cast<double>(y) * alongY;
    return static_cast<float>(place - std::floor(place));
}

float dithered(float value, float threshold) {
    constexpr float kSlack = 1e-3F; // what rounding left beside a level is the level itself
    const float scaled = (value > 0 ? std::min(value, 1.0F) : 0.0F) * kLargest;
    const float below = std::floor(scaled + kSlack);
    const float rest = scaled - below;
    return std::min(kLargest, below + (rest > kSlack && rest > threshold ? 1.0F : 0.0F)) / kLargest;
}

} // namespace

void ditherToLevels(Image& image) {
    constexpr std::size_t apart = 37; // colours take different places of the pattern
    const auto width = static_cast<std::size_t>(image.width);
    for (int c = 0; c < image.channelCount(); ++c) {
        const auto plane = image.plane(c);
        for (std::size_t i = 0; i < plane.size(); ++i)
            plane[i] = dithered(
                plane[i], thresholdAt(i % width + static_cast<std::size_t>(c) * apart, i / width));
    }
}

} // namespace unlit
