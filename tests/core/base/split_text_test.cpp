#include "core/base/split_text.h"

#include <gmock/gmock.h>

using testing::ElementsAre;
using unlit::splitAt;

TEST(SplitText, every_separator_parts_two_parts_also_empty_ones) {
    EXPECT_THAT(splitAt("wood,bricks", ','), ElementsAre("wood", "bricks"));
    EXPECT_THAT(splitAt("up_blocks.3.resnets", '.'), ElementsAre("up_blocks", "3", "resnets"));
    EXPECT_THAT(splitAt(",a,,b,", ','), ElementsAre("", "a", "", "b", ""));
    EXPECT_THAT(splitAt("alone", ','), ElementsAre("alone"));
    EXPECT_THAT(splitAt("", ','), ElementsAre(""));
}
