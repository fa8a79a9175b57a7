#include "core/config/extended_schedule.h"

#include "core/base/error.h"
#include "core/config/config_diff.h"

#include <algorithm>
#include <string>

namespace unlit::config {

void extend(TrainConfig& config, std::int64_t maxIter, ExtendedSchedule schedule) {
    if (config.maxIter <= 0)
        throw Error::invalidInput("the run ends with its epochs, it has no max_iter to extend",
                                  "set max_epoch in its config.yaml");
    if (maxIter <= config.maxIter)
        throw Error::invalidInput("the run has " + std::to_string(config.maxIter) +
                                      " steps already, which is not less than " +
                                      std::to_string(maxIter),
                                  "ask for more");
    LrSchedulerConfig& curve = config.lrScheduler;
    const std::int64_t before = config.maxIter;
    config.maxIter = maxIter;
    switch (schedule) {
    case ExtendedSchedule::KeepRate:
        curve.totalIter = curve.totalIter.value_or(before);
        break;
    case ExtendedSchedule::Stretch:
        curve.totalIter = maxIter;
        break;
    case ExtendedSchedule::Restart:
        curve.startIter = before;
        curve.totalIter = maxIter;
        break;
    }
}

void keepFinalRate(const TrainConfig& before, TrainConfig& after) {
    if (before.maxIter <= 0 || after.maxIter <= before.maxIter || after.lrScheduler.totalIter)
        return;
    const std::vector<Difference> changes = differences(before, after);
    const bool hasOtherCurve = std::ranges::any_of(
        changes, [](const Difference& change) { return change.key.starts_with("lr_scheduler."); });
    if (!hasOtherCurve)
        after.lrScheduler.totalIter = before.maxIter;
}

} // namespace unlit::config
