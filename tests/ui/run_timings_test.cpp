#include "ui/settings/run_timings.h"

#include <gtest/gtest.h>

namespace unlit::ui {

namespace {

/// 3 steps and 2 members at 1000x1000: 2 * (3 + 2) = 10 units.
InferenceResult measured(double seconds, int side = 1000) {
    InferenceResult result;
    result.request.model = "/m";
    result.prediction.used.steps = 3;
    result.prediction.used.memberWork = 2;
    result.prediction.used.networkWidth = side;
    result.prediction.used.networkHeight = side;
    result.networkSeconds = seconds;
    return result;
}

RunWork work(int steps, double memberWork, int side) {
    return {timingKey("/m", Precision::Auto), steps, memberWork, side, side, side};
}

} // namespace

TEST(RunTimings, NothingIsKnownBeforeTheFirstRun) {
    EXPECT_FALSE(RunTimings().estimate(work(3, 2, 1000)));
}

TEST(RunTimings, StepsMembersAndPixelsCount) {
    RunTimings timings;
    timings.add(measured(20)); // 2 s a unit
    EXPECT_NEAR(*timings.estimate(work(3, 2, 1000)), 20, 1e-9);
    EXPECT_NEAR(*timings.estimate(work(8, 1, 1000)), 20, 1e-9);
    EXPECT_NEAR(*timings.estimate(work(3, 2, 500)), 5, 1e-9);
}

TEST(RunTimings, GuidanceTakesASecondPassAStep) {
    RunTimings timings;
    timings.add(measured(20)); // 2 s a unit
    RunWork guided = work(3, 1, 1000);
    ConditionOptions condition;
    condition.guidanceScale = 3;
    EXPECT_EQ(passesAStep(condition), 1) << "nothing is told";
    condition.classLabel = 1;
    guided.passes = passesAStep(condition);
    EXPECT_NEAR(*timings.estimate(guided), (3 * 2 + 2) * 2, 1e-9);
    condition.guidanceScale = 1;
    EXPECT_EQ(passesAStep(condition), 1);
    InferenceResult result = measured(16);
    result.prediction.used.condition.prompt = "a wall";
    result.prediction.used.condition.guidanceScale = 2;
    RunTimings ofGuided;
    ofGuided.add(result); // 2 * (3 * 2 + 2) = 16 units
    EXPECT_NEAR(*ofGuided.estimate(work(3, 1, 1000)), 5, 1e-9);
}

TEST(RunTimings, TheNearestSizeThatWasMeasuredCounts) {
    RunTimings timings;
    timings.add(measured(20, 1000));
    timings.add(measured(3, 500)); // less than a quarter: small pictures fit the caches
    EXPECT_NEAR(*timings.estimate(work(3, 2, 510)), 3 * 510.0 * 510 / (500 * 500), 1e-9);
    EXPECT_NEAR(*timings.estimate(work(3, 2, 2000)), 80, 1e-9);
}

TEST(RunTimings, ShapeOfThePictureAndModelCount) {
    RunTimings timings;
    timings.add(measured(20));
    RunWork wide = work(3, 2, 1000);
    wide.width = 4000;
    wide.height = 1000;
    EXPECT_NEAR(*timings.estimate(wide), 5, 1e-9); // 1000 x 250 is what the network sees
    wide.model = timingKey("/other", Precision::Auto);
    EXPECT_FALSE(timings.estimate(wide));
}

TEST(RunTimings, TheyAreRememberedAndNonsenseIsLeftOut) {
    RunTimings timings;
    timings.add(measured(20));
    EXPECT_NEAR(*RunTimings::fromJson(timings.toJson()).estimate(work(3, 2, 1000)), 20, 1e-6);
    EXPECT_FALSE(RunTimings::fromJson("no json").estimate(work(3, 2, 1000)));
    EXPECT_FALSE(RunTimings::fromJson(R"({"seconds_a_unit":{"/m|auto":{"1":-3,"x":1}}})")
                     .estimate(work(3, 2, 1000)));
}

TEST(RunTimings, TilesTakeAsMuchLongerAsThePictureIsLarger) {
    RunTimings timings;
    timings.add(measured(20)); // 2 s a unit at a megapixel
    RunWork large = work(3, 2, 1000);
    large.width = 4000;
    large.height = 4000;
    EXPECT_NEAR(*timings.estimate(large), 20, 1e-9); // resized
    large.tiles = TileMode::Auto;
    // The whole once, and sixteen megapixels whose tiles overlap by a quarter each way.
    EXPECT_NEAR(*timings.estimate(large), 20 * (1 + 16 / (0.75 * 0.75)), 1e-6);
    large.width = large.height = 1500; // no two tiles a side
    EXPECT_NEAR(*timings.estimate(large), 20, 1e-9);
    InferenceResult tiled = measured(999);
    tiled.prediction.used.tiled = true;
    timings.add(tiled);
    EXPECT_NEAR(*timings.estimate(work(3, 2, 1000)), 20, 1e-9);
}

} // namespace unlit::ui
