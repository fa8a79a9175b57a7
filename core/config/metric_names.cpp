#include "core/config/metric_names.h"

#include <algorithm>
#include <array>

namespace unlit::config {

namespace {

constexpr std::string_view kOfMeanWeights = "_ema";

/// Figures that are no metrics of pictures, and which way each is better.
constexpr std::array<MetricName, 7> kOtherFigures = {{
    {"loss", MetricGoal::Minimize},
    {"kl", MetricGoal::Minimize},
    {"commit", MetricGoal::Minimize},
    {"codebook", MetricGoal::Minimize},
    {"entropy", MetricGoal::Minimize}, // of a cell's codes, less that of all
    {"code_usage", MetricGoal::Maximize},
    {"code_perplexity", MetricGoal::Maximize},
}};

bool endsAs(std::string_view figure, std::string_view name) {
    return figure == name || (figure.size() > name.size() && figure.ends_with(name) &&
                              figure[figure.size() - name.size() - 1] == '_');
}

/// "loss_t250", of a timestep; "loss_t0-249", of a part of the schedule.
bool isLossOfTimesteps(std::string_view figure) {
    constexpr std::string_view kBegin = "loss_t";
    return figure.starts_with(kBegin) && figure.size() > kBegin.size() &&
           figure.find_first_not_of("0123456789-", kBegin.size()) == std::string_view::npos;
}

} // namespace

std::string_view plainFigure(std::string_view tag) {
    const std::size_t slash = tag.rfind('/');
    std::string_view figure = slash == std::string_view::npos ? tag : tag.substr(slash + 1);
    if (figure.ends_with(kOfMeanWeights))
        figure.remove_suffix(kOfMeanWeights.size());
    return figure;
}

const MetricName* metricOfFigure(std::string_view figure) {
    const MetricName* found = nullptr;
    for (const MetricName& metric : metricNames())
        if (endsAs(figure, metric.name) &&
            (found == nullptr || metric.name.size() > found->name.size()))
            found = &metric;
    return found;
}

std::optional<MetricGoal> goalOfFigure(std::string_view tag) {
    const std::string_view figure = plainFigure(tag);
    if (const MetricName* metric = metricOfFigure(figure))
        return metric->better;
    for (const MetricName& other : kOtherFigures)
        if (endsAs(figure, other.name))
            return other.better;
    return isLossOfTimesteps(figure) ? std::optional(MetricGoal::Minimize) : std::nullopt;
}

const std::vector<MetricName>& metricNames() {
    using enum MetricGoal;
    static const std::vector<MetricName> kNames = {
        {"psnr", Maximize},
        {"ssim", Maximize},
        {"mse", Minimize},
        {"mae", Minimize},
        {"rmse", Minimize},
        {"si_mse", Minimize},
        {"si_mse_per_channel", Minimize},
        {"lmse", Minimize},
        {"lmse_per_channel", Minimize},
        {"rmse_linear", Minimize},
        {"abs_relative_difference", Minimize},
        {"squared_relative_difference", Minimize},
        {"rmse_log", Minimize},
        {"log10", Minimize},
        {"i_rmse", Minimize},
        {"silog_rmse", Minimize},
        {"delta1_acc", Maximize},
        {"delta2_acc", Maximize},
        {"delta3_acc", Maximize},
    };
    return kNames;
}

std::optional<MetricGoal> betterDirection(std::string_view metric) {
    for (const MetricName& known : metricNames())
        if (known.name == metric)
            return known.better;
    return std::nullopt;
}

std::string_view toString(MetricGoal goal) {
    return goal == MetricGoal::Minimize ? "minimize" : "maximize";
}

} // namespace unlit::config
