#include "core/runs/metric_tag.h"

#include "core/train/hooks/timestep_figure.h"

namespace unlit::runs {

namespace {

constexpr std::string_view kOfMean = "_ema";

/// "val/cycles/albedo_psnr_ema" -> "albedo_psnr".
std::string_view figureOf(std::string_view tag) {
    const std::size_t slash = tag.rfind('/');
    std::string_view figure = slash == std::string_view::npos ? tag : tag.substr(slash + 1);
    if (figure.ends_with(kOfMean))
        figure.remove_suffix(kOfMean.size());
    return figure;
}

bool isMetric(std::string_view figure, std::string_view metric) {
    return figure == metric || (figure.size() > metric.size() && figure.ends_with(metric) &&
                                figure[figure.size() - metric.size() - 1] == '_');
}

/// The longest name wins: "si_mse" is no "mse".
const config::MetricName* metricOf(std::string_view figure) {
    const config::MetricName* found = nullptr;
    for (const config::MetricName& metric : config::metricNames())
        if (isMetric(figure, metric.name) &&
            (found == nullptr || metric.name.size() > found->name.size()))
            found = &metric;
    return found;
}

int rank(std::string_view tag, std::string_view mainMetric) {
    const std::string_view figure = figureOf(tag);
    const config::MetricName* metric = metricOf(figure);
    if (metric == nullptr)
        return 0;
    return 1 + (metric->name == mainMetric ? 4 : 0) +
           (figure == metric->name || figure.starts_with("albedo_") ? 2 : 0) +
           (tag.ends_with(kOfMean) ? 1 : 0);
}

} // namespace

std::optional<config::MetricGoal> goalOfTag(std::string_view tag) {
    const std::string_view figure = figureOf(tag);
    if (const config::MetricName* metric = metricOf(figure))
        return metric->better;
    if (isMetric(figure, "loss"))
        return config::MetricGoal::Minimize;
    return std::nullopt;
}

bool isTimestepLoss(std::string_view tag) {
    return tag.starts_with(train::kTimestepLoss);
}

std::string mainTag(std::span<const std::string> tags, std::string_view mainMetric) {
    std::string best;
    int bestRank = 0;
    for (const std::string& tag : tags) {
        if (!tag.starts_with("val/"))
            continue;
        const int own = rank(tag, mainMetric);
        if (own > bestRank) {
            best = tag;
            bestRank = own;
        }
    }
    return best;
}

} // namespace unlit::runs
