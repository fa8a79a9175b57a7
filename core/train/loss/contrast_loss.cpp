#include "core/train/loss/contrast_loss.h"

#include <torch/types.h>

#include <algorithm>
#include <limits>

namespace unlit::train {

namespace {

constexpr double kFloor = 0.01;        ///< light below is black to the eye
constexpr double kFlatVariance = 1e-3; ///< of logarithms, of which no slope can be told
constexpr double kFlatGradient = 1e-3;
constexpr int kScales = 5;

torch::Tensor logOf(const torch::Tensor& light) {
    return torch::log(light.clamp_min(0) + kFloor);
}

torch::Tensor weightsOf(const torch::Tensor& like_NCHW, const std::optional<torch::Tensor>& valid) {
    const torch::Tensor one = torch::ones_like(like_NCHW.narrow(1, 0, 1));
    return valid ? valid->to(like_NCHW.device()).to(like_NCHW.scalar_type()) : one;
}

torch::Tensor sumsOf(const torch::Tensor& values_NCHW) {
    return values_NCHW.flatten(1).sum(1);
}

torch::Tensor unknownLike(const torch::Tensor& values) {
    return torch::full_like(values, std::numeric_limits<float>::quiet_NaN());
}

/// Difference and truth's size between neighbours along one dimension, summed: [N] each.
struct Gradients {
    torch::Tensor difference, truth, count;
};

Gradients gradientsAlong(std::int64_t dimension, const torch::Tensor& error,
                         const torch::Tensor& truth, const torch::Tensor& weights) {
    const std::int64_t length = error.size(dimension) - 1;
    const auto step = [&](const torch::Tensor& of) {
        return of.narrow(dimension, 1, length) - of.narrow(dimension, 0, length);
    };
    const torch::Tensor both =
        weights.narrow(dimension, 1, length) * weights.narrow(dimension, 0, length);
    return {sumsOf(step(error).abs() * both), sumsOf(step(truth).abs() * both), sumsOf(both)};
}

} // namespace

torch::Tensor slopeErrors(const torch::Tensor& prediction_NCHW, const torch::Tensor& truth_NCHW,
                          const std::optional<torch::Tensor>& valid_N1HW) {
    const torch::Tensor weights = weightsOf(truth_NCHW, valid_N1HW).expand_as(truth_NCHW);
    const torch::Tensor count = sumsOf(weights).clamp_min(1);
    const auto centred = [&](const torch::Tensor& log) {
        const torch::Tensor mean = sumsOf(log * weights) / count;
        return (log - mean.view({-1, 1, 1, 1})) * weights;
    };
    const torch::Tensor truth = centred(logOf(truth_NCHW));
    const torch::Tensor variance = sumsOf(truth.square());
    const torch::Tensor slope =
        sumsOf(centred(logOf(prediction_NCHW)) * truth) / variance.clamp_min(kFlatVariance);
    return torch::where(variance / count > kFlatVariance, (slope - 1).square(),
                        unknownLike(variance));
}

torch::Tensor gradientErrors(const torch::Tensor& prediction_NCHW, const torch::Tensor& truth_NCHW,
                             const std::optional<torch::Tensor>& valid_N1HW) {
    torch::Tensor truth = logOf(truth_NCHW);
    torch::Tensor error = logOf(prediction_NCHW) - truth;
    torch::Tensor weights = weightsOf(truth_NCHW, valid_N1HW);
    torch::Tensor sum = torch::zeros({truth.size(0)}, truth.options());
    torch::Tensor known = torch::zeros_like(sum);
    for (int scale = 0; scale < kScales && std::min(truth.size(2), truth.size(3)) > 1; ++scale) {
        const Gradients down = gradientsAlong(2, error, truth, weights);
        const Gradients across = gradientsAlong(3, error, truth, weights);
        const torch::Tensor size = down.truth + across.truth;
        const torch::Tensor isSeen =
            size > kFlatGradient * (down.count + across.count).clamp_min(1);
        const torch::Tensor share =
            (down.difference + across.difference) / size.clamp_min(kFlatGradient);
        sum = sum + torch::where(isSeen, share, torch::zeros_like(share));
        known = known + isSeen.to(known.scalar_type());
        const auto halved = [](const torch::Tensor& of) { return torch::avg_pool2d(of, {2, 2}); };
        truth = halved(truth);
        error = halved(error);
        weights = (halved(weights) > 0.999).to(weights.scalar_type());
    }
    return torch::where(known > 0, sum / known.clamp_min(1), unknownLike(sum));
}

} // namespace unlit::train
