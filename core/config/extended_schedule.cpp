#include "core/config/extended_schedule.h"

#include "core/base/error.h"
#include "core/config/config_diff.h"

#include <algorithm>
#include <string>

namespace unlit::config {

namespace {

/// Of a curve whose first step is step 0 of both numbers.
void extendCurve(LrSchedulerConfig& curve, std::int64_t before, std::int64_t after,
                 ExtendedSchedule schedule) {
    switch (schedule) {
    case ExtendedSchedule::KeepRate:
        curve.totalIter = curve.totalIter.value_or(before);
        break;
    case ExtendedSchedule::Stretch:
        curve.totalIter = after;
        break;
    case ExtendedSchedule::Restart:
        curve.startIter = before;
        curve.totalIter = after;
        break;
    }
}

} // namespace

void extend(TrainConfig& config, std::int64_t maxIter, ExtendedSchedule schedule) {
    if (config.maxIter <= 0)
        throw Error::invalidInput("the run ends with its epochs, it has no max_iter to extend",
                                  "set max_epoch in its config.yaml");
    if (maxIter <= config.maxIter)
        throw Error::invalidInput("the run has " + std::to_string(config.maxIter) +
                                      " steps already, which is not less than " +
                                      std::to_string(maxIter),
                                  "ask for more");
    const std::int64_t before = config.maxIter;
    config.maxIter = maxIter;
    extendCurve(config.lrScheduler, before, maxIter, schedule);
    auto& judge = config.autoencoder.discriminator;
    if (judge && judge->lrScheduler && judge->startStep < before)
        extendCurve(*judge->lrScheduler, before - judge->startStep, maxIter - judge->startStep,
                    schedule);
}

void keepFinalRate(const TrainConfig& before, TrainConfig& after) {
    if (before.maxIter <= 0 || after.maxIter <= before.maxIter)
        return;
    const std::vector<Difference> changes = differences(before, after);
    const auto hasOtherCurve = [&changes](const std::string& section) {
        return std::ranges::any_of(changes, [&section](const Difference& change) {
            return change.key.starts_with(section);
        });
    };
    if (!after.lrScheduler.totalIter && !hasOtherCurve("lr_scheduler."))
        after.lrScheduler.totalIter = before.maxIter;
    auto& judge = after.autoencoder.discriminator;
    if (judge && judge->lrScheduler && !judge->lrScheduler->totalIter &&
        judge->startStep < before.maxIter && !hasOtherCurve("autoencoder.discriminator."))
        judge->lrScheduler->totalIter = before.maxIter - judge->startStep;
}

} // namespace unlit::config
