#include "core/train/image_metrics.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <torch/types.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace unlit::train {

namespace {

using torch::Tensor;

Tensor expandedMask(const MetricInput& input) {
    return input.valid_N1HW ? input.valid_N1HW->expand_as(input.truth_NCHW)
                            : torch::ones_like(input.truth_NCHW, torch::kBool);
}

Tensor validOf(const Tensor& values, const MetricInput& input) {
    return input.valid_N1HW ? values.masked_select(expandedMask(input)) : values.flatten();
}

/// Per picture and channel: the mean of `values_NCHW` over the valid pixels, [N, C].
Tensor planeMeans(const Tensor& values_NCHW, const MetricInput& input) {
    const Tensor valid = expandedMask(input);
    const Tensor kept = values_NCHW.masked_fill(valid.logical_not(), 0);
    return kept.sum({-2, -1}) / valid.sum({-2, -1});
}

double meanOfSquares(const MetricInput& input) {
    const Tensor difference = validOf(input.prediction_NCHW - input.truth_NCHW, input);
    return difference.to(torch::kFloat64).square().mean().item<double>();
}

double meanOfAbsolutes(const MetricInput& input) {
    const Tensor difference = validOf(input.prediction_NCHW - input.truth_NCHW, input);
    return difference.to(torch::kFloat64).abs().mean().item<double>();
}

double rootMeanSquare(const MetricInput& input) {
    return std::sqrt(meanOfSquares(input));
}

double psnr(const MetricInput& input) {
    return 10 * std::log10(input.range * input.range / meanOfSquares(input));
}

double rmseLinear(const MetricInput& input) {
    const Tensor squares = (input.prediction_NCHW - input.truth_NCHW).square();
    return planeMeans(squares, input).sqrt().mean().item<double>();
}

double rmseLog(const MetricInput& input) {
    const Tensor squares = (input.prediction_NCHW.log() - input.truth_NCHW.log()).square();
    return planeMeans(squares, input).sqrt().mean().item<double>();
}

double inverseRmse(const MetricInput& input) {
    const Tensor squares =
        (input.prediction_NCHW.reciprocal() - input.truth_NCHW.reciprocal()).square();
    return planeMeans(squares, input).sqrt().mean().item<double>();
}

double log10Difference(const MetricInput& input) {
    return validOf((input.prediction_NCHW.log10() - input.truth_NCHW.log10()).abs(), input)
        .mean()
        .item<double>();
}

double scaleInvariantLog(const MetricInput& input) {
    const Tensor difference = input.prediction_NCHW.log() - input.truth_NCHW.log();
    const Tensor spread =
        planeMeans(difference.square(), input) - planeMeans(difference, input).square();
    constexpr double kPercent = 100;
    return std::sqrt(spread.mean().item<double>()) * kPercent;
}

double absoluteRelative(const MetricInput& input) {
    const Tensor share = (input.prediction_NCHW - input.truth_NCHW).abs() / input.truth_NCHW;
    return planeMeans(share, input).mean().item<double>();
}

double squaredRelative(const MetricInput& input) {
    const Tensor share = (input.prediction_NCHW - input.truth_NCHW).square() / input.truth_NCHW;
    return planeMeans(share, input).mean().item<double>();
}

/// The share of pixels whose ratio to the truth is below 1.25^power.
template <int power>
double deltaAccuracy(const MetricInput& input) {
    const Tensor ratio = torch::maximum(input.prediction_NCHW / input.truth_NCHW,
                                        input.truth_NCHW / input.prediction_NCHW);
    const Tensor near = (ratio < std::pow(1.25, power)).to(torch::kFloat32);
    return planeMeans(near, input).mean().item<double>();
}

/// Gaussian window of 11 pixels, sigma 1.5, as [C, 1, 11, 11].
Tensor gaussianWindow(std::int64_t channels, const torch::TensorOptions& options) {
    constexpr std::int64_t kSide = 11;
    constexpr double kSigma = 1.5;
    const Tensor x = torch::arange(kSide, options) - static_cast<double>(kSide / 2);
    Tensor line = torch::exp(x.square() / (-2 * kSigma * kSigma));
    line = line / line.sum();
    return torch::outer(line, line).expand({channels, 1, kSide, kSide}).contiguous();
}

/// Wang et al., "Image Quality Assessment: From Error Visibility to Structural Similarity" (2004);
/// over the places whose window lies in the picture. Invalid pixels of both are 0.
double ssim(const MetricInput& input) {
    const Tensor invalid = expandedMask(input).logical_not();
    const Tensor x = input.prediction_NCHW.to(torch::kFloat64).masked_fill(invalid, 0);
    const Tensor y = input.truth_NCHW.to(torch::kFloat64).masked_fill(invalid, 0);
    const Tensor window = gaussianWindow(x.size(1), x.options());
    const auto blur = [&](const Tensor& picture) {
        return torch::conv2d(picture, window, {}, /*stride=*/torch::IntArrayRef{1},
                             /*padding=*/torch::IntArrayRef{0}, /*dilation=*/torch::IntArrayRef{1},
                             /*groups=*/picture.size(1));
    };
    const double c1 = std::pow(0.01 * input.range, 2);
    const double c2 = std::pow(0.03 * input.range, 2);
    const Tensor meanX = blur(x);
    const Tensor meanY = blur(y);
    const Tensor varianceX = blur(x * x) - meanX * meanX;
    const Tensor varianceY = blur(y * y) - meanY * meanY;
    const Tensor covariance = blur(x * y) - meanX * meanY;
    const Tensor map = ((2 * meanX * meanY + c1) * (2 * covariance + c2)) /
                       ((meanX * meanX + meanY * meanY + c1) * (varianceX + varianceY + c2));
    return map.mean().item<double>();
}

struct NamedMetric {
    std::string_view name;
    ImageMetric compute;
};

constexpr std::array<NamedMetric, 15> kMetrics = {{
    {"psnr", psnr},
    {"ssim", ssim},
    {"mse", meanOfSquares},
    {"mae", meanOfAbsolutes},
    {"rmse", rootMeanSquare},
    {"rmse_linear", rmseLinear},
    {"rmse_log", rmseLog},
    {"i_rmse", inverseRmse},
    {"log10", log10Difference},
    {"silog_rmse", scaleInvariantLog},
    {"abs_relative_difference", absoluteRelative},
    {"squared_relative_difference", squaredRelative},
    {"delta1_acc", deltaAccuracy<1>},
    {"delta2_acc", deltaAccuracy<2>},
    {"delta3_acc", deltaAccuracy<3>},
}};

} // namespace

ImageMetric imageMetric(std::string_view name) {
    const auto* const found = std::ranges::find(kMetrics, name, &NamedMetric::name);
    if (found != kMetrics.end())
        return found->compute;
    std::vector<std::string> names;
    for (const NamedMetric& metric : kMetrics)
        names.emplace_back(metric.name);
    const std::string nearest = nearestName(name, names);
    throw Error::invalidInput("there is no metric \"" + std::string(name) + "\"",
                              nearest.empty()
                                  ? "psnr, ssim, mse, mae, rmse and rmse_linear are some"
                                  : "did you mean \"" + nearest + "\"?");
}

} // namespace unlit::train
