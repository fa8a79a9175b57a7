#include "core/config/metric_names.h"

namespace unlit::config {

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
