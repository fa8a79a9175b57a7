#include "core/evaluate/image_metrics.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/evaluate/element_metrics.h"
#include "core/evaluate/local_error.h"
#include "core/evaluate/relative_metrics.h"
#include "core/evaluate/scale_fit.h"
#include "core/evaluate/ssim.h"

#include <algorithm>
#include <array>

namespace unlit::evaluate {

namespace {

double localErrorOneScale(const MetricInput& input) {
    return localError(input, ScaleKind::One);
}

double localErrorPerChannel(const MetricInput& input) {
    return localError(input, ScaleKind::PerChannel);
}

double scaleInvariantOneScale(const MetricInput& input) {
    return scaleInvariantError(input, ScaleKind::One);
}

double scaleInvariantPerChannel(const MetricInput& input) {
    return scaleInvariantError(input, ScaleKind::PerChannel);
}

struct NamedMetric {
    std::string_view name;
    ImageMetric compute;
};

constexpr std::array<NamedMetric, 19> kMetrics = {{
    {"psnr", peakSignalToNoise},
    {"ssim", structuralSimilarity},
    {"mse", meanSquaredError},
    {"mae", meanAbsoluteError},
    {"rmse", rootMeanSquaredError},
    {"si_mse", scaleInvariantOneScale},
    {"si_mse_per_channel", scaleInvariantPerChannel},
    {"lmse", localErrorOneScale},
    {"lmse_per_channel", localErrorPerChannel},
    {"rmse_linear", rmseLinear},
    {"rmse_log", rmseLog},
    {"i_rmse", inverseRmse},
    {"log10", log10Difference},
    {"silog_rmse", scaleInvariantLog},
    {"abs_relative_difference", absoluteRelative},
    {"squared_relative_difference", squaredRelative},
    {"delta1_acc", delta1Accuracy},
    {"delta2_acc", delta2Accuracy},
    {"delta3_acc", delta3Accuracy},
}};

} // namespace

std::vector<std::string> imageMetricNames() {
    std::vector<std::string> names;
    for (const NamedMetric& metric : kMetrics)
        names.emplace_back(metric.name);
    return names;
}

ImageMetric imageMetric(std::string_view name) {
    const auto* const found = std::ranges::find(kMetrics, name, &NamedMetric::name);
    if (found != kMetrics.end())
        return found->compute;
    const std::string nearest = nearestName(name, imageMetricNames());
    throw Error::invalidInput("there is no metric \"" + std::string(name) + "\"",
                              nearest.empty()
                                  ? "psnr, ssim, mse, mae, rmse and rmse_linear are some"
                                  : "did you mean \"" + nearest + "\"?");
}

} // namespace unlit::evaluate
