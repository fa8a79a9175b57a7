#include "core/infer/expected_error.h"

#include "core/image/color/color.h"
#include "core/infer/detail/log_light.h"
#include "core/tensor/interpolate.h"

#include <ATen/Parallel.h>
#include <torch/utils.h>

#include <algorithm>

namespace unlit::infer {

namespace {

torch::Tensor toLogLight(const torch::Tensor& values, ColorSpace space) {
    if (space == ColorSpace::Raw) // data has no light: its own numbers
        return values.clamp(0, 1);
    const torch::Tensor given = values.contiguous();
    torch::Tensor log = torch::empty_like(given);
    CurveTable::toLog(space).apply(given.data_ptr<float>(), given.numel(), log.data_ptr<float>());
    return log;
}

/// Weights of ITU-R BT.709-6.
torch::Tensor luminanceOf(const torch::Tensor& picture_3HW) {
    return 0.2126F * picture_3HW[0] + 0.7152F * picture_3HW[1] + 0.0722F * picture_3HW[2];
}

/// Means over (2 radius + 1)² pixels, of those that lie in the picture.
torch::Tensor boxMean(const torch::Tensor& plane_HW, std::int64_t radius) {
    const std::int64_t side = 2 * radius + 1;
    const torch::Tensor rows =
        torch::avg_pool2d(plane_HW.unsqueeze(0).unsqueeze(0), {1, side}, {1, 1}, {0, radius},
                          /*ceil_mode=*/false, /*count_include_pad=*/false);
    return torch::avg_pool2d(rows, {side, 1}, {1, 1}, {radius, 0}, false, false)[0][0];
}

/// 0 to 1: how far the picture is from saying anything.
torch::Tensor blindness(const torch::Tensor& log_3HW) {
    const auto log = [](float light) { return encodeDisplay(light, ColorSpace::Log100); };
    const torch::Tensor most = std::get<0>(log_3HW.max(0));
    const torch::Tensor isBlown = (most >= log(0.98F)).to(torch::kFloat32);
    const torch::Tensor blown = ((boxMean(isBlown, 4) - 0.5F) / 0.4F).clamp(0, 1);
    const torch::Tensor black = ((log(0.015F) - most) / (log(0.015F) - log(0.008F))).clamp(0, 1);
    return torch::maximum(blown, boxMean(black, 2));
}

} // namespace

std::vector<JudgedPicture> judge(const torch::Tensor& picture_3HW,
                                 const torch::Tensor& targets_K3HW, const RunSettings& settings,
                                 PixelSize size) {
    const auto enlarged = [size](const torch::Tensor& planes_CHW) {
        return interpolate(planes_CHW.unsqueeze(0), size, Interpolation::Bilinear,
                           Antialias::Off)[0];
    };
    std::vector<JudgedPicture> judged;
    for (std::size_t i = 0; i < settings.judged.size(); ++i) {
        const JudgedTarget& target = settings.judged[i];
        const torch::Tensor features =
            errorFeatures(picture_3HW, targets_K3HW[static_cast<std::int64_t>(i)], target.target,
                          settings.transfer);
        JudgedPicture picture;
        if (target.model)
            picture.expected_HW =
                enlarged(expectedError(features, picture_3HW, settings.transfer, *target.model)
                             .unsqueeze(0))[0];
        if (settings.keepsErrorFeatures)
            picture.features_4HW = enlarged(features);
        judged.push_back(std::move(picture));
    }
    return judged;
}

torch::Tensor errorFeatures(const torch::Tensor& picture_3HW, const torch::Tensor& target_3HW,
                            const DetailTarget& target, ColorSpace transfer) {
    const torch::NoGradGuard noGrad;
    const torch::Tensor seen = luminanceOf(toLogLight(picture_3HW, transfer));
    const torch::Tensor answer = toLogLight(target_3HW, target.space);
    const torch::Tensor luminance = luminanceOf(answer);
    constexpr std::int64_t kCorrectionRadius = 12;
    return torch::stack({luminance, luminance.pow(3),
                         std::get<0>(answer.max(0)) - std::get<0>(answer.min(0)),
                         boxMean((seen - luminance).abs(), kCorrectionRadius)});
}

torch::Tensor expectedError(const torch::Tensor& features_4HW, const torch::Tensor& picture_3HW,
                            ColorSpace transfer, const evaluate::ErrorModel& model) {
    const torch::NoGradGuard noGrad;
    const torch::Tensor features = features_4HW.contiguous();
    torch::Tensor expected = torch::empty({features.size(1), features.size(2)});
    const std::int64_t plane = expected.numel();
    const float* seen = features.data_ptr<float>();
    float* result = expected.data_ptr<float>();
    constexpr std::int64_t kPixelsAtOnce = 16384;
    at::parallel_for(0, plane, kPixelsAtOnce, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
            result[i] = static_cast<float>(model.expectedError(
                {seen[i], seen[i + plane], seen[i + 2 * plane], seen[i + 3 * plane]}));
    });
    const auto worst = static_cast<float>(model.curve.error.back());
    return torch::maximum(expected, worst * blindness(toLogLight(picture_3HW, transfer)));
}

} // namespace unlit::infer
