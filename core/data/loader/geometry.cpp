#include "core/data/loader/geometry.h"

#include "core/base/error.h"
#include "core/tensor/interpolate.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>

namespace unlit::data {

namespace {

using infer::Antialias;
using infer::Interpolation;
using infer::PixelSize;

PixelSize sizeOf(const Sample& sample) {
    return {sample.beauty_CHW.size(1), sample.beauty_CHW.size(2)};
}

Sample toSize(Sample sample, PixelSize size) {
    if (size == sizeOf(sample))
        return sample;
    const auto picture = [&](const torch::Tensor& picture_CHW) {
        return infer::interpolate(picture_CHW.unsqueeze(0), size, Interpolation::Bilinear,
                                  Antialias::On)
            .squeeze(0);
    };
    sample.beauty_CHW = picture(sample.beauty_CHW);
    for (torch::Tensor& target_CHW : sample.targets_TCHW)
        target_CHW = picture(target_CHW);
    sample.valid_1HW = infer::interpolate(sample.valid_1HW.to(torch::kFloat32).unsqueeze(0), size,
                                          Interpolation::NearestExact, Antialias::Off)
                           .squeeze(0)
                           .to(torch::kBool);
    return sample;
}

/// As large as needed to hold a square of `side`, aspect kept.
PixelSize covering(PixelSize size, std::int64_t side) {
    const std::int64_t shorter = std::min(size.height, size.width);
    if (shorter >= side)
        return size;
    const double factor = static_cast<double>(side) / static_cast<double>(shorter);
    const auto scaled = [&](std::int64_t length) {
        return std::max(
            side, static_cast<std::int64_t>(std::lround(static_cast<double>(length) * factor)));
    };
    return {scaled(size.height), scaled(size.width)};
}

template <class Change>
Sample changed(Sample sample, const Change& change) {
    for (torch::Tensor* tensor : {&sample.beauty_CHW, &sample.valid_1HW})
        *tensor = change(*tensor).contiguous();
    for (torch::Tensor& target_CHW : sample.targets_TCHW)
        target_CHW = change(target_CHW).contiguous();
    return sample;
}

Sample cut(Sample sample, std::int64_t y, std::int64_t x, PixelSize size) {
    return changed(std::move(sample), [&](const torch::Tensor& t) {
        return t.narrow(1, y, size.height).narrow(2, x, size.width);
    });
}

std::int64_t lengthOfMiddle(std::int64_t length, double share, std::int64_t side) {
    constexpr std::int64_t kBlock = 64, kLeastBlock = 8;
    const auto part = static_cast<std::int64_t>(std::floor(static_cast<double>(length) * share));
    if (side > 0)
        return std::clamp(part, side, length);
    const std::int64_t block = part >= kBlock ? kBlock : kLeastBlock;
    return std::min(length, std::max(part / block * block, block));
}

Sample cutMiddle(Sample sample, double share, std::int64_t side) {
    const PixelSize now = sizeOf(sample);
    const PixelSize size{lengthOfMiddle(now.height, share, side),
                         lengthOfMiddle(now.width, share, side)};
    return cut(std::move(sample), (now.height - size.height) / 2, (now.width - size.width) / 2,
               size);
}

} // namespace

Sample resized(Sample sample, const SizeOptions& options) {
    if (options.resize && options.longerSide > 0)
        throw Error::invalidInput("both a size and a longer side are set for the pictures",
                                  "set one of them");
    if (options.resize)
        sample = toSize(std::move(sample), *options.resize);
    if (options.longerSide > 0) {
        const PixelSize now = sizeOf(sample);
        sample = toSize(std::move(sample), infer::processingSize(now, options.longerSide,
                                                                 infer::SizeArithmetic::Diffusers));
    }
    if (options.cropPx > 0) {
        const PixelSize now = sizeOf(sample);
        sample = toSize(std::move(sample), covering(now, options.cropPx));
    }
    return sample;
}

Sample placed(Sample sample, const SizeOptions& size, const GeometricOptions& options,
              SampleRandom& random) {
    const double left = random.uniform();
    const double top = random.uniform();
    const bool isFlipped = random.chance(options.flipChance);
    const std::int64_t turns = random.below(4);
    if (options.middle < 1)
        sample = cutMiddle(std::move(sample), options.middle, size.cropPx);
    if (size.cropPx > 0) {
        const PixelSize now = sizeOf(sample);
        const std::int64_t side = size.cropPx;
        const auto offset = [&](std::int64_t length, double drawn) {
            const double share = options.randomCrop ? drawn : 0.5;
            const std::int64_t places = length - side + 1;
            return std::min(places - 1,
                            static_cast<std::int64_t>(share * static_cast<double>(places)));
        };
        const std::int64_t y = offset(now.height, top);
        const std::int64_t x = offset(now.width, left);
        sample = cut(std::move(sample), y, x, {side, side});
    }
    if (isFlipped)
        sample = changed(std::move(sample), [](const torch::Tensor& t) { return t.flip({2}); });
    if (options.quarterTurns && turns != 0)
        sample = changed(std::move(sample), [&](const torch::Tensor& t) {
            return torch::rot90(t, turns, {1, 2});
        });
    return sample;
}

} // namespace unlit::data
