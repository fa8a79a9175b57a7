#include "core/train/loss/picture_loss.h"

#include "core/base/error.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace unlit::train {

namespace {

constexpr std::int64_t kWindow = 20;
constexpr std::int64_t kStride = 10;
constexpr double kBlackWindow = 1e-5; ///< sum of squares of which no factor can be told
constexpr double kBlackPicture = 1e-6;

torch::Tensor linearFromSrgb(const torch::Tensor& encoded) {
    // where() takes both branches' gradients: neither may be infinite.
    const torch::Tensor curve = ((encoded.clamp_min(0.04) + 0.055) / 1.055).pow(2.4);
    return torch::where(encoded <= 0.04045, encoded / 12.92, curve);
}

/// Sums over each window's pixels and channels: [N, 1, rows, columns].
torch::Tensor windowSums(const torch::Tensor& products_NCHW, std::int64_t window,
                         std::int64_t stride) {
    const torch::Tensor summed = products_NCHW.sum(1, true);
    return torch::avg_pool2d(summed, {window, window}, {stride, stride}) *
           static_cast<double>(window * window);
}

/// What is left of the truth's squares after each window's best factor, over all of them: [N].
torch::Tensor errorsInWindows(const torch::Tensor& predictionSquared, const torch::Tensor& product,
                              const torch::Tensor& truthSquared) {
    const torch::Tensor isSeen = predictionSquared > kBlackWindow;
    const torch::Tensor explained =
        torch::where(isSeen, product.square() / predictionSquared.clamp_min(kBlackWindow),
                     torch::zeros_like(product));
    const torch::Tensor left = (truthSquared - explained).clamp_min(0).flatten(1).sum(1);
    const torch::Tensor total = truthSquared.flatten(1).sum(1);
    const torch::Tensor unknown = torch::full_like(total, std::numeric_limits<float>::quiet_NaN());
    return torch::where(total > kBlackPicture, left / total.clamp_min(kBlackPicture), unknown);
}

} // namespace

torch::Tensor linearLight(const torch::Tensor& shown_NCHW, ColorSpace space) {
    const torch::Tensor encoded = shown_NCHW * 0.5 + 0.5;
    switch (space) {
    case ColorSpace::Srgb:
        return linearFromSrgb(encoded);
    case ColorSpace::Gamma22:
        return encoded.clamp_min(0).pow(2.2);
    case ColorSpace::Log100:
        return torch::expm1(encoded * std::log(101.0)) / 100;
    case ColorSpace::Linear:
        return encoded;
    case ColorSpace::AcesCg:
    case ColorSpace::Raw:
        break;
    }
    throw Error::internal("a loss in linear light of numbers that are none");
}

torch::Tensor scaleInvariantErrors(const torch::Tensor& prediction_NCHW,
                                   const torch::Tensor& truth_NCHW,
                                   const std::optional<torch::Tensor>& valid_N1HW,
                                   double lmseShare) {
    torch::Tensor prediction = prediction_NCHW;
    torch::Tensor truth = truth_NCHW;
    if (valid_N1HW) {
        const torch::Tensor valid = valid_N1HW->to(truth.device()).expand_as(truth);
        const torch::Tensor nothing = torch::zeros_like(truth);
        prediction = torch::where(valid, prediction, nothing);
        truth = torch::where(valid, truth, nothing);
    }
    const std::int64_t window = std::min({kWindow, prediction.size(2), prediction.size(3)});
    const torch::Tensor predictionSquared = prediction.square();
    const torch::Tensor product = prediction * truth;
    const torch::Tensor truthSquared = truth.square();
    const auto local = [&](const torch::Tensor& of) { return windowSums(of, window, kStride); };
    const auto whole = [](const torch::Tensor& of) {
        return of.sum(at::IntArrayRef{1, 2, 3}, true);
    };
    const torch::Tensor inWindows =
        errorsInWindows(local(predictionSquared), local(product), local(truthSquared));
    const torch::Tensor inAll =
        errorsInWindows(whole(predictionSquared), whole(product), whole(truthSquared));
    return lmseShare * inWindows + (1 - lmseShare) * inAll;
}

torch::Tensor meanOfErrors(const torch::Tensor& errors) {
    const torch::Tensor isKnown = torch::isfinite(errors.detach());
    const torch::Tensor known = torch::where(isKnown, errors, torch::zeros_like(errors)).sum();
    return known / isKnown.sum().clamp_min(1);
}

} // namespace unlit::train
