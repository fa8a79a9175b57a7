#include "core/evaluate/retinex.h"

#include "core/evaluate/poisson.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace unlit::evaluate {

namespace {

constexpr float kFloor = 1e-3F; // linear; below it logarithms are noise

/// A picture in logarithms.
struct LogPicture {
    std::vector<float> brightness;            ///< ln of the channels' mean
    std::array<std::vector<float>, 3> chroma; ///< ln of each channel without the mean of the three
};

LogPicture logarithmsOf(const Image& linear) {
    LogPicture logs;
    const std::size_t pixels = linear.planeSize();
    logs.brightness.resize(pixels);
    for (auto& plane : logs.chroma)
        plane.resize(pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
        std::array<float, 3> channel{};
        float sum = 0;
        float logSum = 0;
        for (std::size_t c = 0; c < 3; ++c) {
            const float value = std::max(linear.samples[c * pixels + i], kFloor);
            sum += value;
            channel[c] = std::log(value);
            logSum += channel[c];
        }
        logs.brightness[i] = std::log(sum / 3);
        for (std::size_t c = 0; c < 3; ++c)
            logs.chroma[c][i] = channel[c] - logSum / 3;
    }
    return logs;
}

/// What of the change of brightness from one pixel to its neighbour belongs to the surface.
float surfaceChange(const LogPicture& logs, std::size_t from, std::size_t to,
                    const RetinexThresholds& thresholds) {
    const float change = logs.brightness[to] - logs.brightness[from];
    if (std::abs(change) > thresholds.brightness)
        return change;
    if (!thresholds.chroma)
        return 0;
    double squares = 0;
    for (const auto& plane : logs.chroma)
        squares += std::pow(static_cast<double>(plane[to]) - plane[from], 2);
    return std::sqrt(squares) > *thresholds.chroma ? change : 0;
}

Differences surfaceChanges(const LogPicture& logs, const Image& linear,
                           const std::vector<unsigned char>& valid,
                           const RetinexThresholds& thresholds) {
    const std::size_t pixels = linear.planeSize();
    const auto width = static_cast<std::size_t>(linear.width);
    Differences grid{linear.width, linear.height, valid, std::vector<float>(pixels),
                     std::vector<float>(pixels)};
    for (std::size_t i = 0; i < pixels; ++i) {
        if (i % width + 1 < width)
            grid.right[i] = surfaceChange(logs, i, i + 1, thresholds);
        if (i + width < pixels)
            grid.down[i] = surfaceChange(logs, i, i + width, thresholds);
    }
    return grid;
}

} // namespace

std::optional<Image> retinexAlbedo(const Image& linear, const std::vector<unsigned char>& valid,
                                   const RetinexThresholds& thresholds,
                                   const std::stop_token& stop) {
    const LogPicture logs = logarithmsOf(linear);
    const auto surface =
        integrate(surfaceChanges(logs, linear, valid, thresholds), logs.brightness, stop);
    if (!surface)
        return {};
    Image albedo = linear;
    const std::size_t pixels = linear.planeSize();
    for (std::size_t i = 0; i < pixels; ++i) {
        const float light = valid[i] != 0 ? std::exp(logs.brightness[i] - (*surface)[i]) : 0;
        for (std::size_t c = 0; c < 3; ++c)
            albedo.samples[c * pixels + i] =
                light > 0 ? linear.samples[c * pixels + i] / light : 0.0F;
    }
    return albedo;
}

} // namespace unlit::evaluate
