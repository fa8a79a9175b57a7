#include "core/train/memory/memory_ladder.h"

#include "tests/support/expect_error.h"

#include <gmock/gmock.h>

using namespace unlit;
using namespace unlit::train;

namespace {

MemorySaving saving(const std::string& name, std::string& calls) {
    return {name, "it does " + name, [name, &calls] { calls += name + " "; }};
}

} // namespace

TEST(MemoryLadder, halves_the_parts_and_then_applies_its_savings_in_order) {
    std::string calls;
    MemoryLadder ladder(5, {saving("first", calls), saving("second", calls)});
    std::vector<std::int64_t> parts;
    while (ladder.samplesAtOnce() > 1) {
        ASSERT_TRUE(ladder.stepDown().has_value());
        parts.push_back(ladder.samplesAtOnce());
    }
    EXPECT_THAT(parts, testing::ElementsAre(3, 2, 1));
    EXPECT_EQ(calls, "");
    EXPECT_EQ(ladder.stepDown(), "it does first");
    EXPECT_EQ(ladder.stepDown(), "it does second");
    EXPECT_EQ(calls, "first second ");
    EXPECT_FALSE(ladder.stepDown().has_value());
}

TEST(MemoryLadder, never_grows_its_parts) {
    MemoryLadder ladder(4, {});
    ladder.setSamplesAtOnce(9);
    EXPECT_EQ(ladder.samplesAtOnce(), 4);
    ladder.setSamplesAtOnce(2);
    ladder.setSamplesAtOnce(3);
    EXPECT_EQ(ladder.samplesAtOnce(), 2);
    ladder.setSamplesAtOnce(0);
    EXPECT_EQ(ladder.samplesAtOnce(), 1);
}

TEST(MemoryLadder, goes_on_where_a_run_had_come_to) {
    std::string calls;
    MemoryLadder before(2, {saving("first", calls), saving("second", calls)});
    before.stepDown();
    before.stepDown();
    calls.clear();
    MemoryLadder after(2, {saving("first", calls), saving("second", calls)});
    after.restore(before.toJson(), "file");
    EXPECT_EQ(after.samplesAtOnce(), 1);
    EXPECT_EQ(calls, "first ");
    EXPECT_EQ(after.stepDown(), "it does second");
}

TEST(MemoryLadder, passes_over_a_saving_that_the_config_has_switched_on) {
    std::string calls;
    MemoryLadder ladder(2, {saving("second", calls)});
    ladder.restore({{"samples_at_once", 1}, {"savings", {"first", "second"}}}, "file");
    EXPECT_EQ(calls, "second ");
    EXPECT_FALSE(ladder.stepDown().has_value());
}

TEST(MemoryLadder, names_the_file_that_does_not_say_how_memory_was_used) {
    MemoryLadder ladder(2, {});
    test::expectError(ErrorKind::Corrupt, {"file"}, [&] {
        ladder.restore({{"savings", nlohmann::json::array()}}, "file");
    });
}
