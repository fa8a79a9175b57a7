#include "app/cli/input_list.h"

#include "tests/cli/command_fixture.h"

#include <gmock/gmock.h>

using namespace unlit::test;
using testing::ElementsAre;
using testing::HasSubstr;
using unlit::cli::expandInputs;
using unlit::cli::InputFile;
using unlit::cli::InputList;

namespace {

class Inputs : public CommandTest {
protected:
    static std::vector<std::string> namesOf(const InputList& list) {
        std::vector<std::string> names;
        for (const InputFile& file : list.files)
            names.push_back(file.path.filename().string());
        return names;
    }
};

} // namespace

TEST_F(Inputs, a_folder_gives_its_images_in_natural_order_and_nothing_else) {
    for (const char* name : {"f/s10.png", "f/s9.exr", "f/notes.txt", "f/.hidden.png",
                             "f/inner/deep.png", "f/folder.png/x"})
        makeFile(name, "x");
    const InputList list = expandInputs({text("f")});
    EXPECT_THAT(namesOf(list), ElementsAre("s9.exr", "s10.png"));
    EXPECT_TRUE(list.problems.empty());
    EXPECT_FALSE(list.files[0].isNamed);
}

TEST_F(Inputs, a_folder_gives_what_has_light_and_tells_of_the_rest) {
    for (const char* name : {"set/wood_Albedo.jpg", "set/wood_Normal.jpg", "set/wood_Roughness.jpg",
                             "bare/wood_Normal.jpg", "bare/wood_Roughness.jpg"})
        makeFile(name, "x");
    const InputList list = expandInputs({text("set"), text("set/wood_Normal.jpg")});
    EXPECT_THAT(namesOf(list), ElementsAre("wood_Albedo.jpg", "wood_Normal.jpg"));
    EXPECT_EQ(list.maps.size(), 2U);
    const InputList bare = expandInputs({text("bare")});
    EXPECT_TRUE(bare.files.empty());
    ASSERT_EQ(bare.problems.size(), 1U);
    EXPECT_THAT(bare.problems[0].error, HasSubstr("no base colour"));
}

TEST_F(Inputs, a_pattern_that_no_shell_expanded_is_expanded) {
    for (const char* name : {"a2.png", "a10.png", "b1.png", "a3.txt"})
        makeFile(name, "x");
    EXPECT_THAT(namesOf(expandInputs({text("a*")})), ElementsAre("a2.png", "a10.png"));
    EXPECT_THAT(namesOf(expandInputs({text("[ab]1*.png")})), ElementsAre("a10.png", "b1.png"));
}

TEST_F(Inputs, a_file_whose_name_looks_like_a_pattern_is_a_file) {
    const std::string odd = makeFile("shot[1].png", "x");
    makeFile("shot1.png", "x");
    EXPECT_THAT(namesOf(expandInputs({odd})), ElementsAre("shot[1].png"));
}

TEST_F(Inputs, a_named_file_counts_whatever_its_suffix_and_only_once) {
    const std::string file = makeFile("picture.dat", "x");
    const InputList list = expandInputs({file, text("nested/../picture.dat"), file});
    EXPECT_EQ(list.files.size(), 1u);
    EXPECT_TRUE(list.files[0].isNamed);
}

TEST_F(Inputs, words_that_lead_to_nothing_are_told_each_with_a_remedy) {
    makeFile("hall.exr", "x");
    makeFile("empty/readme.txt", "x");
    const InputList list = expandInputs(
        {text("hal.exr"), text("empty"), text("*.jpg"), text("hall.exr/x.png"), "/dev/null"});
    ASSERT_EQ(list.problems.size(), 5u);
    EXPECT_THAT(list.problems[0].error, HasSubstr("did you mean \"hall.exr\""));
    EXPECT_THAT(list.problems[1].error, HasSubstr("holds no image files"));
    EXPECT_THAT(list.problems[2].error, HasSubstr("no image file matches"));
    EXPECT_THAT(list.problems[3].error, HasSubstr("hall.exr/x.png"));
    EXPECT_THAT(list.problems[4].error, HasSubstr("neither a file nor a folder"));
    EXPECT_TRUE(list.files.empty());
}
