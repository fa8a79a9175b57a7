#include "core/runs/metric_tag.h"

#include "core/config/metric_names.h"
#include "core/train/hooks/timestep_figure.h"

#include <algorithm>

namespace unlit::runs {

namespace {

constexpr std::string_view kOfMean = "_ema";

int rank(std::string_view tag, std::string_view mainMetric) {
    const std::string_view figure = config::plainFigure(tag);
    const config::MetricName* metric = config::metricOfFigure(figure);
    if (metric == nullptr)
        return 0;
    return 1 + (metric->name == mainMetric ? 4 : 0) +
           (figure == metric->name || figure.starts_with("albedo_") ? 2 : 0) +
           (tag.ends_with(kOfMean) ? 1 : 0);
}

} // namespace

bool isTimestepLoss(std::string_view tag) {
    return tag.starts_with(train::kTimestepLoss);
}

std::string mainTag(std::span<const std::string> tags, std::string_view mainMetric) {
    if (mainMetric.find('/') != std::string_view::npos)
        return std::ranges::find(tags, mainMetric) != tags.end() ? std::string(mainMetric) : "";
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
