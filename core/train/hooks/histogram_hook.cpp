#include "core/train/hooks/histogram_hook.h"

#include "core/train/hooks/metrics_hook.h"
#include "core/train/optim/optimizer.h"

#include <torch/utils.h>

#include <optional>
#include <utility>

namespace unlit::train {

namespace {

constexpr std::int64_t kParts = 60;

} // namespace

std::optional<Histogram> histogramOf(const std::string& tag, const torch::Tensor& values,
                                     std::int64_t parts) {
    torch::Tensor all = values.detach().flatten().to(torch::kFloat32);
    const torch::Tensor isFinite = all.isfinite();
    if (!isFinite.all().item<bool>())
        all = all.masked_select(isFinite);
    if (all.numel() == 0)
        return {};
    Histogram histogram{.tag = tag,
                        .min = all.min().item<double>(),
                        .max = all.max().item<double>(),
                        .sum = all.sum(torch::kFloat64).item<double>(),
                        .sumOfSquares = all.square().sum(torch::kFloat64).item<double>(),
                        .counts = {}};
    if (histogram.min == histogram.max) { // all the same: histc would widen the range
        histogram.counts = {static_cast<double>(all.numel())};
        return histogram;
    }
    const torch::Tensor counts =
        torch::histc(all.cpu(), parts, histogram.min, histogram.max).to(torch::kFloat64);
    const double* begin = counts.data_ptr<double>();
    histogram.counts.assign(begin, begin + counts.numel());
    return histogram;
}

void HistogramHook::onPoint(StepContext& context, extension::Point point) {
    if (point != extension::Point::BeforeOptimizer || !m_control->takeHistograms())
        return;
    const torch::NoGradGuard noGrad;
    HistogramRow row{context.position.step + 1, unixTime(), {}};
    const auto add = [&row](const std::string& tag, const torch::Tensor& values) {
        if (!values.defined())
            return;
        if (std::optional<Histogram> histogram = histogramOf(tag, values, kParts))
            row.histograms.push_back(std::move(*histogram));
    };
    for (const NamedParameter& parameter : context.task.optimizer().parameters()) {
        add("weights/" + parameter.name, parameter.value);
        add("gradients/" + parameter.name, parameter.value.grad());
    }
    m_write(row);
    context.log(LogLine::Level::Info, std::to_string(row.histograms.size()) +
                                          " histograms of step " + std::to_string(row.step) +
                                          " are in the event files for TensorBoard");
}

} // namespace unlit::train
