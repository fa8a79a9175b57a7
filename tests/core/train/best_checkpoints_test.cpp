#include "core/train/checkpoint/best_checkpoints.h"

#include <gmock/gmock.h>

#include <limits>

using namespace unlit;
using namespace unlit::train;
using config::MetricGoal;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

std::vector<std::int64_t> stepsOf(const std::vector<BestCheckpoint>& best) {
    std::vector<std::int64_t> steps;
    for (const BestCheckpoint& entry : best)
        steps.push_back(entry.step);
    return steps;
}

} // namespace

TEST(BestCheckpoints, keep_the_best_in_their_order) {
    std::vector<BestCheckpoint> best;
    EXPECT_THAT(addToBest(best, {1, 20}, MetricGoal::Maximize, 3), IsEmpty());
    EXPECT_THAT(addToBest(best, {2, 30}, MetricGoal::Maximize, 3), IsEmpty());
    EXPECT_THAT(addToBest(best, {3, 25}, MetricGoal::Maximize, 3), IsEmpty());
    EXPECT_THAT(stepsOf(best), ElementsAre(2, 3, 1));
    EXPECT_THAT(stepsOf(addToBest(best, {4, 28}, MetricGoal::Maximize, 3)), ElementsAre(1));
    EXPECT_THAT(stepsOf(best), ElementsAre(2, 4, 3));
    best.clear();
    addToBest(best, {1, 0.5}, MetricGoal::Minimize, 2);
    addToBest(best, {2, 0.25}, MetricGoal::Minimize, 2);
    EXPECT_THAT(stepsOf(best), ElementsAre(2, 1));
}

TEST(BestCheckpoints, take_only_what_is_better_than_the_last_of_them) {
    const std::vector<BestCheckpoint> full = {{1, 30}, {2, 20}};
    EXPECT_TRUE(isAmongBest(full, 21, MetricGoal::Maximize, 2));
    EXPECT_FALSE(isAmongBest(full, 20, MetricGoal::Maximize, 2)) << "of equals the earlier stays";
    EXPECT_TRUE(isAmongBest(full, 5, MetricGoal::Maximize, 3)) << "there is room";
    EXPECT_FALSE(
        isAmongBest({}, std::numeric_limits<double>::quiet_NaN(), MetricGoal::Maximize, 3));
    EXPECT_FALSE(isAmongBest({}, 30, MetricGoal::Maximize, 0));
}

TEST(BestCheckpoints, of_a_step_that_is_validated_again_have_it_once) {
    std::vector<BestCheckpoint> best = {{1, 30}, {2, 20}};
    EXPECT_THAT(addToBest(best, {2, 40}, MetricGoal::Maximize, 2), IsEmpty());
    EXPECT_THAT(stepsOf(best), ElementsAre(2, 1));
}

TEST(BackupsToRemove, are_the_oldest_that_nothing_keeps) {
    config::CheckpointConfig config;
    EXPECT_THAT(backupsToRemove({1, 2, 3, 4}, {}, config), IsEmpty()) << "0 keeps all";
    config.keepLast = 2;
    EXPECT_THAT(backupsToRemove({10, 20, 30, 40}, {}, config), ElementsAre(10, 20));
    EXPECT_THAT(backupsToRemove({10, 20, 30, 40}, {{10, 1}}, config), ElementsAre(20));
    config.keepEvery = 20;
    EXPECT_THAT(backupsToRemove({10, 20, 30, 40, 50, 70}, {{10, 1}}, config), ElementsAre(30));
    EXPECT_THAT(backupsToRemove({}, {}, config), IsEmpty());
}
