#include "core/config/early_stopping_config.h"

namespace unlit::config {

MetricGoal goalOf(const EarlyStoppingConfig& stopping) {
    if (const MetricName* metric = metricOfFigure(plainFigure(stopping.monitor)))
        return metric->better;
    return stopping.mode.value_or(goalOfFigure(stopping.monitor).value_or(MetricGoal::Minimize));
}

} // namespace unlit::config
