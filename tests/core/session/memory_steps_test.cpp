#include "core/session/infer/memory_steps.h"

#include <gtest/gtest.h>

#include <vector>

using namespace unlit;

namespace {

Error tooLittle() {
    return {ErrorKind::OutOfMemory, "not enough"};
}

} // namespace

TEST(MemorySteps, batch_then_heads_then_tiles_and_no_further) {
    InferOptions options;
    options.ensemble = 5;
    std::vector<std::string> said;
    int tries = 0;
    const auto run = [&](const InferOptions& now) -> int {
        ++tries;
        if (!now.memory.vaeTiling)
            throw tooLittle();
        return 7;
    };
    EXPECT_EQ(runWithLessMemory(options, run, [&](const auto& step) { said.push_back(step); }), 7);
    EXPECT_EQ(tries, 4);
    ASSERT_EQ(said.size(), 3U);
    EXPECT_NE(said[0].find("one member"), std::string::npos);
    EXPECT_NE(said[2].find("tiles"), std::string::npos);
    EXPECT_EQ(options.batchSize, 1);
    EXPECT_EQ(options.memory.attentionSlicing, AttentionSlicing::Max);
}

TEST(MemorySteps, a_single_member_has_no_batch_to_give_up) {
    InferOptions options;
    EXPECT_NE(stepDownMemory(options)->find("head"), std::string::npos);
    EXPECT_EQ(options.batchSize, 0);
}

TEST(MemorySteps, the_last_error_gets_through_and_others_are_not_tried_again) {
    InferOptions options;
    int tries = 0;
    const auto full = [&](const InferOptions&) -> int {
        ++tries;
        throw tooLittle();
    };
    EXPECT_THROW(runWithLessMemory(options, full, [](const auto&) {}), Error);
    EXPECT_EQ(tries, 3);
    const auto other = [&](const InferOptions&) -> int {
        ++tries;
        throw Error::invalidInput("bad");
    };
    InferOptions fresh;
    EXPECT_THROW(runWithLessMemory(fresh, other, [](const auto&) {}), Error);
    EXPECT_EQ(tries, 4);
}
