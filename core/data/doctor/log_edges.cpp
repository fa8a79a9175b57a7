#include "core/data/doctor/log_edges.h"

#include <algorithm>
#include <cmath>

namespace unlit::data {

namespace {

constexpr float kEdge = 0.12F;  // stops: what counts as an edge
constexpr float kFloor = 0.01F; // of the median: darker than this is noise

/// The part of the pictures that is looked at.
struct Crop {
    int left = 0;
    int top = 0;
    int width = 0;
    int height = 0;
};

Crop middleOf(const Image& image) {
    Crop crop;
    crop.width = std::min(image.width, LogEdges::kMaxSide);
    crop.height = std::min(image.height, LogEdges::kMaxSide);
    crop.left = (image.width - crop.width) / 2;
    crop.top = (image.height - crop.height) / 2;
    return crop;
}

float medianOfPositive(const std::vector<float>& values) {
    std::vector<float> picked;
    for (std::size_t i = 0; i < values.size(); i += 5)
        if (values[i] > 0)
            picked.push_back(values[i]);
    if (picked.empty())
        return 1;
    const auto middle = picked.begin() + static_cast<std::ptrdiff_t>(picked.size() / 2);
    std::nth_element(picked.begin(), middle, picked.end());
    return *middle;
}

/// Stops above a floor that keeps black finite; `fullWidth`: of the picture that is cropped.
std::vector<float> stopsOf(const std::vector<float>& luminance, int fullWidth, const Crop& crop) {
    const float floor = kFloor * medianOfPositive(luminance);
    std::vector<float> stops;
    stops.reserve(static_cast<std::size_t>(crop.width) * static_cast<std::size_t>(crop.height));
    for (int y = 0; y < crop.height; ++y) {
        const auto row =
            static_cast<std::size_t>(crop.top + y) * static_cast<std::size_t>(fullWidth) +
            static_cast<std::size_t>(crop.left);
        for (int x = 0; x < crop.width; ++x)
            stops.push_back(std::log2(luminance[row + static_cast<std::size_t>(x)] + floor));
    }
    return stops;
}

std::vector<unsigned char> usableOf(const PairPixels& pixels, const Crop& crop) {
    std::vector<unsigned char> usable;
    for (int y = 0; y < crop.height; ++y)
        for (int x = 0; x < crop.width; ++x) {
            const auto i = static_cast<std::size_t>(crop.top + y) *
                               static_cast<std::size_t>(pixels.beauty.width) +
                           static_cast<std::size_t>(crop.left + x);
            const bool isBlack = pixels.albedoY[i] < kBlackAlbedo;
            usable.push_back(pixels.valid[i] != 0 && !isBlack && pixels.beautyY[i] > 0 ? 1 : 0);
        }
    return usable;
}

Gradients gradientsOf(const std::vector<float>& stops, const std::vector<unsigned char>& usable,
                      const Crop& crop) {
    Gradients result{crop.width,
                     crop.height,
                     std::vector<float>(stops.size()),
                     std::vector<float>(stops.size()),
                     {}};
    const auto width = static_cast<std::size_t>(crop.width);
    for (int y = 0; y + 1 < crop.height; ++y)
        for (int x = 0; x + 1 < crop.width; ++x) {
            const std::size_t i = static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
            if (usable[i] == 0 || usable[i + 1] == 0 || usable[i + width] == 0)
                continue;
            result.x[i] = stops[i + 1] - stops[i];
            result.y[i] = stops[i + width] - stops[i];
        }
    return result;
}

void pickStrong(Gradients& gradients) {
    std::vector<std::uint32_t> all;
    for (std::size_t i = 0; i < gradients.x.size(); ++i)
        if (std::hypot(gradients.x[i], gradients.y[i]) > kEdge)
            all.push_back(static_cast<std::uint32_t>(i));
    const std::size_t step = all.size() / LogEdges::kMaxStrong + 1;
    for (std::size_t i = 0; i < all.size(); i += step)
        gradients.strong.push_back(all[i]);
}

} // namespace

Gradients edgesOf(const PairPixels& pixels, const std::vector<float>& luminance) {
    const Crop crop = middleOf(pixels.beauty);
    Gradients gradients =
        gradientsOf(stopsOf(luminance, pixels.beauty.width, crop), usableOf(pixels, crop), crop);
    pickStrong(gradients);
    return gradients;
}

LogEdges findEdges(const PairPixels& pixels) {
    return {edgesOf(pixels, pixels.beautyY), edgesOf(pixels, pixels.albedoY)};
}

EdgeEcho echoOf(const Gradients& of, const Gradients& in) {
    constexpr float keptFactor = 1.4F;
    std::vector<float> ratios;
    std::size_t kept = 0;
    for (const std::uint32_t i : of.strong) {
        const float energy = of.x[i] * of.x[i] + of.y[i] * of.y[i];
        const float ratio = (of.x[i] * in.x[i] + of.y[i] * in.y[i]) / energy;
        ratios.push_back(ratio);
        kept += ratio > 1 / keptFactor && ratio < keptFactor ? 1 : 0;
    }
    if (ratios.empty())
        return {};
    const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::nth_element(ratios.begin(), middle, ratios.end());
    return {ratios.size(), *middle, static_cast<double>(kept) / static_cast<double>(ratios.size())};
}

} // namespace unlit::data
