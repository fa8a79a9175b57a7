#include "core/data/loader/keep_background.h"

#include "core/data/black_albedo.h"
#include "core/data/loader/validity.h"

namespace unlit::data {

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

void keepBackground(Sample& sample, const torch::Tensor& seen_1HW) {
    torch::Tensor& target_CHW = sample.targets_TCHW.front();
    const torch::Tensor background_1HW = seen_1HW.logical_and(sample.valid_1HW.logical_not());
    target_CHW = torch::where(background_1HW, sample.beauty_CHW, target_CHW);
    sample.valid_1HW = sample.valid_1HW.logical_or(background_1HW);
}

} // namespace unlit::data
