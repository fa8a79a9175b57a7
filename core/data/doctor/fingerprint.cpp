#include "core/data/doctor/fingerprint.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <span>
#include <vector>

namespace unlit::data {

namespace {

constexpr int kHashSide = 32;     // areas under the transform
constexpr int kFrequencies = 8;   // of each direction that are kept
constexpr float kDarkest = 1e-4F; // of the mean: black stays finite

/// Means of `side` x `side` areas. Borders that fall within a pixel share it between both areas.
std::vector<float> areasOf(std::span<const float> plane, int width, int height, int side) {
    std::vector<double> sums(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
    std::vector<double> weights(sums.size());
    const auto spread = [side](int index, int size) {
        // First area, and the share of the pixel that falls into it.
        const double first = static_cast<double>(index) * side / size;
        const double last = static_cast<double>(index + 1) * side / size;
        const int area = std::min(static_cast<int>(first), side - 1);
        const double share = std::min(1.0, (area + 1 - first) / (last - first));
        return std::pair{area, share};
    };
    for (int y = 0; y < height; ++y) {
        const auto [row, rowShare] = spread(y, height);
        for (int x = 0; x < width; ++x) {
            const auto [column, columnShare] = spread(x, width);
            const double value =
                plane[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                      static_cast<std::size_t>(x)];
            for (int dy = 0; dy < 2; ++dy)
                for (int dx = 0; dx < 2; ++dx) {
                    const double weight = (dy == 0 ? rowShare : 1 - rowShare) *
                                          (dx == 0 ? columnShare : 1 - columnShare);
                    if (weight <= 0 || row + dy >= side || column + dx >= side)
                        continue;
                    const auto i =
                        static_cast<std::size_t>(row + dy) * static_cast<std::size_t>(side) +
                        static_cast<std::size_t>(column + dx);
                    sums[i] += weight * value;
                    weights[i] += weight;
                }
        }
    }
    std::vector<float> areas(sums.size());
    for (std::size_t i = 0; i < sums.size(); ++i)
        areas[i] = weights[i] > 0 ? static_cast<float>(sums[i] / weights[i]) : 0.0F;
    return areas;
}

float meanOf(std::span<const float> values) {
    double sum = 0;
    for (const float value : values)
        sum += value;
    return static_cast<float>(sum / static_cast<double>(values.size()));
}

/// Stops, with a floor that goes with the picture's own brightness.
void toStops(std::span<float> values) {
    const float floor = std::max(meanOf(values) * kDarkest * 100, 1e-12F);
    for (float& value : values)
        value = std::log2(std::max(value, 0.0F) + floor);
}

std::uint64_t hashOf(const std::vector<float>& areas) {
    std::array<double, kFrequencies * kFrequencies> low{};
    for (int v = 0; v < kFrequencies; ++v)
        for (int u = 0; u < kFrequencies; ++u)
            for (int y = 0; y < kHashSide; ++y)
                for (int x = 0; x < kHashSide; ++x)
                    low[static_cast<std::size_t>(v * kFrequencies + u)] +=
                        areas[static_cast<std::size_t>(y * kHashSide + x)] *
                        std::cos(std::numbers::pi / kHashSide * (x + 0.5) * u) *
                        std::cos(std::numbers::pi / kHashSide * (y + 0.5) * v);
    std::array<double, kFrequencies* kFrequencies> sorted = low;
    std::sort(sorted.begin() + 1, sorted.end()); // the first is the mean: it says nothing
    const double median = sorted[sorted.size() / 2];
    std::uint64_t hash = 0;
    for (std::size_t i = 1; i < low.size(); ++i)
        hash |= low[i] > median ? std::uint64_t{1} << i : 0;
    return hash;
}

} // namespace

PictureFingerprint fingerprintOf(const Image& image) {
    PictureFingerprint result;
    constexpr int side = PictureFingerprint::kSide;
    constexpr auto planeAreas = static_cast<std::size_t>(side) * side;
    for (int c = 0; c < 3; ++c) {
        const std::vector<float> areas = areasOf(image.plane(c), image.width, image.height, side);
        std::copy(areas.begin(), areas.end(),
                  result.areas.begin() + static_cast<std::ptrdiff_t>(c * planeAreas));
    }
    toStops(result.areas);
    result.meanStops = meanOf(result.areas);
    double squares = 0;
    for (float& value : result.areas) {
        value -= result.meanStops;
        squares += static_cast<double>(value) * value;
    }
    result.contrast =
        static_cast<float>(std::sqrt(squares / static_cast<double>(result.areas.size())));
    std::vector<float> luminance =
        areasOf(luminanceOf(image), image.width, image.height, kHashSide);
    toStops(luminance);
    result.hash = hashOf(luminance);
    return result;
}

int hashDistance(std::uint64_t a, std::uint64_t b) {
    return std::popcount(a ^ b);
}

double areaDistance(const PictureFingerprint& a, const PictureFingerprint& b) {
    double squares = 0;
    for (std::size_t i = 0; i < a.areas.size(); ++i) {
        const double difference = a.areas[i] - b.areas[i];
        squares += difference * difference;
    }
    return std::sqrt(squares / static_cast<double>(a.areas.size()));
}

} // namespace unlit::data
