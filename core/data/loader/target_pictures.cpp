#include "core/data/loader/target_pictures.h"

#include "core/image/color/color.h"
#include "core/weights/target_space.h"

#include <algorithm>
#include <cmath>

namespace unlit::data {

namespace {

constexpr double kUnitQuantile = 0.98;

/// Numbers that are no colours would spread when the picture is resized.
void clearBadPixels(Image& image) {
    for (float& sample : image.samples)
        if (!std::isfinite(sample))
            sample = 0;
}

/// Between the two values around it, as torch.quantile does.
float quantile(std::vector<float> values, double share) {
    const double place = share * static_cast<double>(values.size() - 1);
    const auto lower = values.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(values.begin(), lower, values.end());
    if (lower + 1 == values.end())
        return *lower;
    const float upper = *std::min_element(lower + 1, values.end());
    return std::lerp(*lower, upper, static_cast<float>(place - std::floor(place)));
}

void clearUnusedPlanes(Image& image, const weights::TargetInfo& target) {
    for (std::size_t plane = 0; plane < target.subTargets.size() && plane < image.channels.size();
         ++plane)
        if (target.subTargets[plane].empty())
            std::ranges::fill(image.plane(static_cast<int>(plane)), 0.0F);
}

/// The same numbers as R, G, B in [0, 1].
Image clipped(Image image) {
    const ColorSpace space = image.space;
    image.space = ColorSpace::Raw;
    image = toDisplay(image, ColorSpace::Srgb, 0.0).image;
    image.space = space;
    return image;
}

/// Of linear pictures that are up to scale: their common unit becomes 1.
void bringToUnit(std::vector<Image>& images, const std::vector<weights::TargetInfo>& targets) {
    const auto isFree = [&](std::size_t i) {
        return targets[i].upToScale && images[i].space == ColorSpace::Linear;
    };
    float unit = 0;
    for (std::size_t i = 0; i < images.size(); ++i)
        if (isFree(i))
            unit = std::max(unit, quantile(images[i].samples, kUnitQuantile));
    if (!(unit > 0))
        return;
    for (std::size_t i = 0; i < images.size(); ++i)
        if (isFree(i))
            for (float& sample : images[i].samples)
                sample /= unit;
}

} // namespace

std::vector<Image> targetPictures(std::vector<Image> files,
                                  const std::vector<weights::TargetInfo>& targets,
                                  ColorSpace transfer) {
    using weights::PredictionSpace;
    for (std::size_t i = 0; i < files.size(); ++i) {
        clearBadPixels(files[i]);
        if (targets[i].predictionSpace != PredictionSpace::Srgb)
            convertTo(files[i], infer::colorSpaceOf(targets[i], transfer));
    }
    bringToUnit(files, targets);
    for (std::size_t i = 0; i < files.size(); ++i) {
        const bool isDisplay = targets[i].predictionSpace == PredictionSpace::Srgb;
        files[i] = isDisplay ? toDisplay(files[i], transfer, 0.0).image : clipped(files[i]);
        clearUnusedPlanes(files[i], targets[i]);
    }
    return files;
}

} // namespace unlit::data
