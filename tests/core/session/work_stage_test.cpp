#include "core/events/work_stage.h"

#include <gtest/gtest.h>

using namespace unlit;
using Kind = StagePart::Kind;

TEST(WorkStage, is_told_in_English_from_the_outermost_in) {
    EXPECT_EQ(toEnglish(WorkStage{}), "");
    EXPECT_EQ(toEnglish({{.kind = Kind::Reading}}), "reading");
    EXPECT_EQ(toEnglish({{.kind = Kind::Member, .at = 2, .of = 5},
                         {.kind = Kind::Step, .at = 3, .of = 4},
                         {.kind = Kind::Tile, .at = 1, .of = 6}}),
              "member 2 of 5 · step 3 of 4 · tile 1 of 6");
    EXPECT_EQ(toEnglish({{.kind = Kind::Decoding, .name = "albedo"}}), "decoding albedo");
    EXPECT_EQ(toEnglish({{.kind = Kind::ValidatingMean, .name = "rooms"}}),
              "validating rooms with the mean weights");
}

TEST(WorkStage, tells_members_that_go_together_as_one_range) {
    EXPECT_EQ(toEnglish({{.kind = Kind::Member, .at = 3, .of = 8, .last = 4}}), "members 3–4 of 8");
    EXPECT_EQ(toEnglish({{.kind = Kind::Member, .at = 3, .of = 8, .last = 3}}), "member 3 of 8");
}

TEST(WorkStage, a_step_of_a_training_that_epochs_end_has_no_last_one) {
    EXPECT_EQ(toEnglish({{.kind = Kind::Step, .at = 12}, {.kind = Kind::Epoch, .at = 3}}),
              "step 12 · epoch 3");
}
