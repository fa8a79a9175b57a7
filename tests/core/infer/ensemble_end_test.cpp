#include "core/infer/ensemble/ensemble_end.h"

#include "core/infer/preview_pace.h"

#include <gtest/gtest.h>

namespace unlit::infer {

namespace {

/// Members whose spread is that of `values` at every pixel.
std::vector<torch::Tensor> membersOf(const std::vector<float>& values) {
    std::vector<torch::Tensor> members;
    for (const float value : values)
        members.push_back(torch::full({1, 3, 4, 4}, value));
    return members;
}

/// Gives the members in batches; returns with how many the ensemble ends.
std::int64_t endOf(const RunSettings& settings, const std::vector<float>& values, std::size_t batch,
                   std::stop_token finishEarly = {}) {
    EnsembleEnd end(settings, std::move(finishEarly));
    std::vector<torch::Tensor> done;
    for (const torch::Tensor& member : membersOf(values)) {
        done.push_back(member);
        const bool isBatchFull = done.size() % batch == 0 || done.size() == values.size();
        if (!isBatchFull)
            continue;
        if (const auto count = end.endedWith(done))
            return *count;
    }
    return 0;
}

RunSettings settingsOf(std::int64_t ensemble, double settledSpread = 0) {
    RunSettings settings;
    settings.ensemble = ensemble;
    settings.settledSpread = settledSpread;
    settings.reduction = Reduction::Mean;
    return settings;
}

// Standard deviations of the first 2, 3, … of them: 0.1414, 0.1155, 0.0957, 0.1000, 0.0983, 0.0900,
// 0.0835.
const std::vector<float> kValues = {0.3F, 0.5F, 0.3F, 0.4F, 0.5F, 0.3F, 0.4F, 0.4F};

} // namespace

TEST(SpreadWatch, SettlesWhenTwoMembersInARowChangeLittle) {
    SpreadWatch watch(0.1);
    EXPECT_FALSE(watch.settledWith(1.0));
    EXPECT_FALSE(watch.settledWith(1.05)); // calm
    EXPECT_FALSE(watch.settledWith(1.3));  // not
    EXPECT_FALSE(watch.settledWith(1.25)); // calm
    EXPECT_TRUE(watch.settledWith(1.2));   // calm
}

TEST(SpreadWatch, AMotionlessSpreadHasSettledAtAnyTolerance) {
    SpreadWatch watch(1e-6);
    EXPECT_FALSE(watch.settledWith(0));
    EXPECT_FALSE(watch.settledWith(0));
    EXPECT_TRUE(watch.settledWith(0));
    SpreadWatch never(0);
    for (int i = 0; i < 10; ++i)
        EXPECT_FALSE(never.settledWith(0));
}

TEST(EnsembleEnd, ComesWithTheLastMember) {
    EXPECT_EQ(endOf(settingsOf(8), kValues, 1), 8);
    EXPECT_EQ(endOf(settingsOf(1), {0.5F}, 1), 1);
}

TEST(EnsembleEnd, ComesAfterAsManyMembersAsWereAskedFor) {
    RunSettings settings = settingsOf(8);
    settings.stopAfter = 3;
    EXPECT_EQ(EnsembleEnd(settings, {}).limit(), 3);
    EXPECT_EQ(endOf(settings, kValues, 2), 3);
    settings.stopAfter = 20;
    EXPECT_EQ(endOf(settings, kValues, 2), 8);
}

TEST(EnsembleEnd, ASettledSpreadEndsItWithTheSameMemberInBatchesOfAnySize) {
    const RunSettings settings = settingsOf(8, 0.1);
    for (const std::size_t batch : {1U, 2U, 3U, 8U})
        EXPECT_EQ(endOf(settings, kValues, batch), 6) << batch;
    EXPECT_EQ(endOf(settingsOf(8, 0.005), kValues, 1), 8);
}

TEST(EnsembleEnd, ToldToFinishItKeepsWhatIsDone) {
    std::stop_source early;
    early.request_stop();
    EXPECT_EQ(endOf(settingsOf(8), kValues, 1, early.get_token()), 1);
    EXPECT_EQ(endOf(settingsOf(8), kValues, 3, early.get_token()), 3);
}

TEST(PreviewPace, TakesATenthOfTheTimeAtMost) {
    using namespace std::chrono_literals;
    const PreviewPace::Clock::time_point start{1h};
    PreviewPace pace;
    EXPECT_TRUE(pace.isDue(start));
    pace.made(start, start + 10ms);
    EXPECT_FALSE(pace.isDue(start + 1s));
    EXPECT_TRUE(pace.isDue(start + 10ms + 1s));
    pace.made(start, start + 500ms);
    EXPECT_FALSE(pace.isDue(start + 5s));
    EXPECT_TRUE(pace.isDue(start + 500ms + 5s));
}

} // namespace unlit::infer
