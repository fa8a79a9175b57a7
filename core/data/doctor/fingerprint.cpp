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

/// Where one row or column of pixels falls: into an area, and what is left of it into the next.
struct Share {
    std::size_t area = 0;
    float here = 1;
};

std::vector<Share> sharesOf(int pixels, int side) {
    std::vector<Share> shares;
    for (int i = 0; i < pixels; ++i) {
        const double first = static_cast<double>(i) * side / pixels;
        const double last = static_cast<double>(i + 1) * side / pixels;
        const int area = std::min(static_cast<int>(first), side - 1);
        const double here =
            area == side - 1 ? 1 : std::min(1.0, (area + 1 - first) / (last - first));
        shares.push_back({static_cast<std::size_t>(area), static_cast<float>(here)});
    }
    return shares;
}

/// Means of `side` x `side` areas. Pixels on a border are shared between both areas.
std::vector<float> areasOf(std::span<const float> plane, int width, int height, int side) {
    const std::vector<Share> columns = sharesOf(width, side);
    const std::vector<Share> rows = sharesOf(height, side);
    const auto count = static_cast<std::size_t>(side);
    std::vector<float> row(count + 1); // one more: what is left of the last is nothing
    std::vector<double> sums((count + 1) * count);
    for (std::size_t y = 0; y < rows.size(); ++y) {
        std::fill(row.begin(), row.end(), 0.0F);
        const float* values = plane.data() + y * columns.size();
        for (std::size_t x = 0; x < columns.size(); ++x) {
            const Share& share = columns[x];
            row[share.area] += values[x] * share.here;
            row[share.area + 1] += values[x] * (1 - share.here);
        }
        for (std::size_t x = 0; x < count; ++x) {
            sums[rows[y].area * count + x] += static_cast<double>(row[x]) * rows[y].here;
            sums[(rows[y].area + 1) * count + x] +=
                static_cast<double>(row[x]) * (1 - rows[y].here);
        }
    }
    const double pixelsOfArea = static_cast<double>(width) * height / (side * side);
    std::vector<float> areas(count * count);
    for (std::size_t i = 0; i < areas.size(); ++i)
        areas[i] = static_cast<float>(sums[i] / pixelsOfArea);
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
