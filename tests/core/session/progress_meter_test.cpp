#include "core/session/progress_meter.h"

#include <gtest/gtest.h>

#include <vector>

using namespace unlit;
using namespace std::chrono_literals;

namespace {

WorkStage named(const std::string& name) {
    return {{.kind = StagePart::Kind::Picture, .name = name}};
}

struct ProgressMeterTest : testing::Test {
    std::vector<Progress> posted;
    ProgressMeter meter{[this](Progress progress) { posted.push_back(std::move(progress)); }};
    ProgressMeter::Clock::time_point start = ProgressMeter::Clock::now();
};

} // namespace

TEST_F(ProgressMeterTest, time_left_follows_from_the_pace_so_far) {
    meter.advance(0, 10, named("step"), start);
    meter.advance(2, 10, named("step"), start + 4s);
    ASSERT_EQ(posted.size(), 2U);
    EXPECT_FALSE(posted[0].secondsLeft);
    EXPECT_DOUBLE_EQ(posted[1].fraction, 0.2);
    EXPECT_DOUBLE_EQ(posted[1].secondsLeft.value(), 16.0); // 2 units took 4 s, 8 are left
}

TEST_F(ProgressMeterTest, same_text_within_a_tenth_of_a_second_is_held_back) {
    meter.advance(1, 100, named("step"), start);
    meter.advance(2, 100, named("step"), start + 50ms);
    meter.advance(3, 100, named("step"), start + 120ms);
    meter.advance(4, 100, named("other"), start + 130ms);
    meter.advance(100, 100, named("other"), start + 131ms);
    ASSERT_EQ(posted.size(), 4U);
    EXPECT_DOUBLE_EQ(posted[1].fraction, 0.03);
    EXPECT_EQ(posted[2].stage, named("other"));
    EXPECT_DOUBLE_EQ(posted[3].fraction, 1.0);
}

TEST_F(ProgressMeterTest, never_goes_back_and_stages_keep_the_fraction) {
    meter.advance(5, 10, named("a"), start);
    meter.advance(2, 10, named("b"), start + 1s);
    meter.stage(named("writing"));
    EXPECT_DOUBLE_EQ(posted.at(1).fraction, 0.5);
    EXPECT_DOUBLE_EQ(posted.at(2).fraction, 0.5);
    EXPECT_EQ(posted.at(2).stage, named("writing"));
}
