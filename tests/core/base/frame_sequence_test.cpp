#include "core/base/frame_sequence.h"

#include "tests/support/expect_error.h"

#include <gtest/gtest.h>

using namespace unlit;
namespace fs = std::filesystem;

namespace {

using Numbers = std::vector<std::int64_t>;
using Places = std::vector<std::size_t>;

} // namespace

TEST(FrameSequence, the_same_name_but_for_its_number_is_one_sequence) {
    const auto found = findSequences({"a/hall.10.exr", "a/hall.9.exr", "a/wall_0001.exr",
                                      "a/hall.0011.exr", "b/hall.9.exr", "a/hall.9.png"});
    ASSERT_EQ(found.size(), 4U);
    EXPECT_EQ(found[0].pattern, "a/hall.*.exr");
    EXPECT_EQ(found[0].files, (Places{1, 0, 3}));
    EXPECT_EQ(found[0].numbers, (Numbers{9, 10, 11}));
    EXPECT_EQ(found[1].pattern, "a/wall_0001.exr");
    EXPECT_EQ(found[2].pattern, "b/hall.9.exr");
    EXPECT_EQ(found[3].pattern, "a/hall.9.png");
}

TEST(FrameSequence, names_without_a_number_at_the_end_are_alone) {
    const auto found = findSequences({"hall_7b.exr", "hall_8b.exr", "123456789012345678901.exr"});
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].pattern, "hall_7b.exr");
    EXPECT_EQ(found[0].files, (Places{0}));
}

TEST(FrameSequence, the_same_number_twice_is_refused_with_both_names) {
    test::expectError(ErrorKind::InvalidInput, {"f7.exr and f07.exr are the same frame"}, [] {
        findSequences({"f7.exr", "f07.exr"});
    });
}

TEST(FrameSequence, missing_frames_are_told_in_one_sentence) {
    const auto textOf = [](const std::vector<fs::path>& files) {
        return missingFramesText(findSequences(files).front());
    };
    EXPECT_EQ(textOf({"f.1.exr", "f.2.exr"}), "");
    EXPECT_EQ(textOf({"f.1.exr", "f.2.exr", "f.4.exr"}),
              "f.*.exr: frame 3 is missing; what is there is done without it");
    EXPECT_EQ(
        textOf({"f.1.exr", "f.2.exr", "f.4.exr", "f.7.exr", "f.11.exr"}),
        "f.*.exr: frames 3, 5 to 6 and 8 to 10 are missing; what is there is done without them");
    EXPECT_EQ(textOf({"f.0.exr", "f.2.exr", "f.4.exr"}), "") << "every second frame is all";
    EXPECT_EQ(textOf({"f.0.exr", "f.2.exr", "f.6.exr"}),
              "f.*.exr: frame 4 is missing; what is there is done without it");
}

TEST(FrameSequence, times_count_in_steps_of_the_sequence) {
    EXPECT_EQ(frameTimes({7}), (Numbers{0}));
    EXPECT_EQ(frameTimes({1, 2, 4}), (Numbers{0, 1, 3}));
    EXPECT_EQ(frameTimes({10, 20, 40}), (Numbers{0, 1, 3}));
}

TEST(FrameSequence, files_that_look_like_frames_are_taken_for_some) {
    const auto looks = [](const std::vector<fs::path>& files) {
        return looksLikeFrames(findSequences(files).front(), files);
    };
    EXPECT_TRUE(looks({"f.0001.exr", "f.0002.exr", "f.0003.exr"}));
    EXPECT_TRUE(looks({"0001.png", "0002.png", "0004.png"})) << "one is missing";
    EXPECT_FALSE(looks({"f.0001.exr", "f.0002.exr"})) << "two may be anything";
    EXPECT_FALSE(looks({"wood_01.png", "wood_02.png", "wood_03.png"})) << "variants of a thing";
    EXPECT_FALSE(looks({"DSC_0001.JPG", "DSC_0002.JPG", "DSC_0003.JPG"})) << "a camera's";
    EXPECT_FALSE(looks({"a.0001.exr", "a.0300.exr", "a.0777.exr"})) << "most are missing";
}
