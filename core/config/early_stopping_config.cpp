#include "core/config/early_stopping_config.h"

namespace unlit::config {

MetricGoal goalOf(const EarlyStoppingConfig& stopping) {
    return goalOfFigure(stopping.monitor).value_or(stopping.mode.value_or(MetricGoal::Minimize));
}

} // namespace unlit::config
