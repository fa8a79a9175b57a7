#include "core/data/loader/keep_background.h"

#include "core/data/black_albedo.h"
#include "core/data/loader/validity.h"
#include "core/image/color/color.h"
#include "core/tensor/image_tensor.h"

#include <cmath>

namespace unlit::data {

namespace {

constexpr double kLeastLight = 1e-3; ///< in linear light: what is darker says little of the light

torch::Tensor inLight(const torch::Tensor& picture_CHW, ColorSpace numbers) {
    Image image = infer::toImage(picture_CHW, numbers);
    convertTo(image, ColorSpace::Linear);
    return infer::toTensor(image).squeeze(0);
}

torch::Tensor shown(const torch::Tensor& light_CHW, ColorSpace numbers) {
    Image image = infer::toImage(light_CHW, ColorSpace::Linear);
    convertTo(image, numbers);
    return infer::toTensor(image).squeeze(0);
}

/// The geometric mean of albedo over light where both are known; 1 where nothing is.
double typicalFactor(const torch::Tensor& light_CHW, const torch::Tensor& albedo_CHW,
                     const torch::Tensor& valid_1HW) {
    const torch::Tensor known_CHW =
        valid_1HW.logical_and(light_CHW.gt(kLeastLight)).logical_and(albedo_CHW.gt(kLeastLight));
    if (!known_CHW.any().item<bool>())
        return 1;
    const torch::Tensor ratios = albedo_CHW.log() - light_CHW.log();
    return std::exp(ratios.masked_select(known_CHW).mean().item<double>());
}

} // namespace

void restoreBackground(const Image& from, const ValidPixels& valid, Image& image) {
    for (int c = 0; c < image.channelCount(); ++c) {
        const auto kept = from.plane(c);
        const auto plane = image.plane(c);
        for (std::size_t i = 0; i < valid.size(); ++i)
            if (valid[i] == 0)
                plane[i] = kept[i];
    }
}

ValidPixels seenPixels(const Image& beauty) {
    ValidPixels lit(beauty.planeSize(), 0);
    const float black = blackIn(beauty.space);
    for (int c = 0; c < beauty.channelCount(); ++c) {
        const auto plane = beauty.plane(c);
        for (std::size_t i = 0; i < lit.size(); ++i)
            if (plane[i] > black)
                lit[i] = 1;
    }
    dropNotFinite(beauty, lit);
    return lit;
}

void keepBackground(Sample& sample, const torch::Tensor& seen_1HW, ColorSpace numbers) {
    torch::Tensor& target_CHW = sample.targets_TCHW.front();
    const torch::Tensor background_1HW = seen_1HW.logical_and(sample.valid_1HW.logical_not());
    const torch::Tensor light_CHW = inLight(sample.beauty_CHW, numbers);
    const double factor = typicalFactor(light_CHW, inLight(target_CHW, numbers), sample.valid_1HW);
    const torch::Tensor kept_CHW = shown(light_CHW * factor, numbers);
    target_CHW = torch::where(background_1HW, kept_CHW, target_CHW);
    sample.valid_1HW = sample.valid_1HW.logical_or(background_1HW);
}

} // namespace unlit::data
