// Which setting a line of a recipe speaks of, while it is being written.
#include "core/config/schema/setting_at_line.h"

#include "core/config/schema/schema.h"

#include <gmock/gmock.h>

#include <algorithm>

using namespace unlit::config;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace {

constexpr const char* kText = "# a recipe\n"              // 0
                              "lr: 3e-5\n"                // 1
                              "trainer:\n"                // 2
                              "  save_period: 10\n"       // 3
                              "\n"                        // 4
                              "dataset:\n"                // 5
                              "  val:\n"                  // 6
                              "  - dir: a\n"              // 7
                              "    mask:\n"               // 8
                              "      use_alpha: false\n"  // 9
                              "  - dir: b\n"              // 10
                              "    filenames: list.txt\n" // 11
                              "lora:\n"                   // 12
                              "  rank: 4\n"               // 13
                              "no such key: 1\n"          // 14
                              "trainer:\n"                // 15
                              "  sa";                     // 16

class SettingAtLine : public testing::Test {
protected:
    std::vector<std::string> possible(std::string_view text, std::size_t line) const {
        std::vector<std::string> keys;
        for (const PossibleKey& key : possibleKeysAtLine(root, text, line))
            keys.push_back(key.key);
        return keys;
    }

    TrainConfig config;
    Setting root = schemaOf(config);
};

} // namespace

TEST_F(SettingAtLine, keys_follow_the_indent) {
    EXPECT_THAT(keysAtLine(kText, 0), IsEmpty());
    EXPECT_THAT(keysAtLine(kText, 1), ElementsAre("lr"));
    EXPECT_THAT(keysAtLine(kText, 3), ElementsAre("trainer", "save_period"));
    EXPECT_THAT(keysAtLine(kText, 4), IsEmpty());
    EXPECT_THAT(keysAtLine(kText, 7), ElementsAre("dataset", "val", "dir"));
    EXPECT_THAT(keysAtLine(kText, 9), ElementsAre("dataset", "val", "mask", "use_alpha"));
    EXPECT_THAT(keysAtLine(kText, 11), ElementsAre("dataset", "val", "filenames"));
    EXPECT_THAT(keysAtLine(kText, 13), ElementsAre("lora", "rank"));
    EXPECT_THAT(keysAtLine(kText, 16), ElementsAre("trainer", "sa"));
    EXPECT_THAT(keysAtLine(kText, 99), IsEmpty());
    EXPECT_THAT(keysAtLine("val:\n    -   dir: a\n        mask:", 2), ElementsAre("val", "mask"));
}

TEST_F(SettingAtLine, help_says_what_the_form_says) {
    const auto rate = helpAtLine(root, kText, 1);
    ASSERT_TRUE(rate);
    EXPECT_EQ(rate->back(), "lr");
    const auto period = helpAtLine(root, kText, 3);
    ASSERT_TRUE(period);
    EXPECT_EQ(period->back(), "trainer.save_period");
    EXPECT_THAT(*period, Contains(HasSubstr("hole number")));
    const auto inList = helpAtLine(root, kText, 9);
    ASSERT_TRUE(inList);
    EXPECT_EQ(inList->back(), "dataset.val.mask.use_alpha");
    EXPECT_TRUE(helpAtLine(root, kText, 13)) << "below a section that is off by default";
    for (const std::size_t line : {0, 4, 14, 16, 99})
        EXPECT_FALSE(helpAtLine(root, kText, line)) << line;
}

TEST_F(SettingAtLine, keys_that_may_stand_there) {
    EXPECT_THAT(possible(kText, 16), Contains("save_period"));
    EXPECT_THAT(possible(kText, 16), Not(Contains("lr")));
    EXPECT_THAT(possible("", 0), Contains("lr"));
    EXPECT_THAT(possible("l", 0), Contains("lora"));
    EXPECT_THAT(possible("dataset:\n  val:\n  - ", 2), Contains("filenames"));
    EXPECT_THAT(possible("dataset:\n  val:\n  - dir: a\n    ", 3), Contains("mask"));
    EXPECT_THAT(possible("trainer:\n  ", 1), Contains("save_period"));
    for (const char* text : {"lr: 3", "# lr", "- lr x"})
        EXPECT_THAT(possible(text, 0), IsEmpty()) << text;
    EXPECT_THAT(possible("nothing:\n  a", 1), IsEmpty());
    const auto all = possibleKeysAtLine(root, "", 0);
    const auto trainer = std::ranges::find(all, "trainer", &PossibleKey::key);
    ASSERT_NE(trainer, all.end());
    EXPECT_TRUE(trainer->isSection);
}
