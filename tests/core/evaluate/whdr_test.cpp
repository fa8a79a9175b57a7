// People's judgements of which point is darker, by hand.
#include "core/evaluate/whdr.h"

#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

using namespace unlit;
using namespace unlit::evaluate;

namespace {

/// Points at a quarter and three quarters of the width, and one that is not opaque.
constexpr const char* kFile = R"({
  "intrinsic_points": [
    {"id": 1, "x": 0.25, "y": 0.5, "opaque": true},
    {"id": 2, "x": 0.75, "y": 0.5, "opaque": true},
    {"id": 3, "x": 1.0, "y": 1.0, "opaque": false}
  ],
  "intrinsic_comparisons": [
    {"point1": 1, "point2": 2, "darker": "1", "darker_score": 3.0},
    {"point1": 1, "point2": 2, "darker": "E", "darker_score": 1.0},
    {"point1": 2, "point2": 1, "darker": "2", "darker_score": 0.5},
    {"point1": 1, "point2": 3, "darker": "2", "darker_score": 9.0},
    {"point1": 1, "point2": 2, "darker": null, "darker_score": null},
    {"point1": 1, "point2": 2, "darker": "2", "darker_score": 0.0}
  ]})";

/// Grey: the left half `left`, the right half `right`.
Image halves(float left, float right) {
    Image image = makeImage(4, 2, {"R", "G", "B"}, ColorSpace::Linear);
    for (std::size_t i = 0; i < image.samples.size(); ++i)
        image.samples[i] = i % 4 < 2 ? left : right;
    return image;
}

std::string textWith(const std::string& from, const std::string& to) {
    std::string text = kFile;
    text.replace(text.find(from), from.size(), to);
    return text;
}

} // namespace

TEST(Judgements, are_read_without_those_that_say_nothing) {
    const auto judgements = parseJudgements(kFile, "7.json");
    ASSERT_EQ(judgements.size(), 3U);
    EXPECT_EQ(judgements[0].darker, Darker::First);
    EXPECT_EQ(judgements[1].darker, Darker::Equal);
    EXPECT_EQ(judgements[2].x1, 0.75);
    EXPECT_EQ(judgements[2].weight, 0.5);
}

TEST(Judgements, name_the_file_that_is_none) {
    for (const auto& [text, says] :
         {std::pair<std::string, std::string>{"{", "no judgement file"},
          {"[]", "no judgement file"},
          {textWith("\"x\": 0.25", "\"x\": 1.25"), "point 1 lies outside"},
          {textWith("\"point2\": 2", "\"point2\": 8"), "point 8"},
          {textWith("\"darker_score\": 3.0", "\"score\": 3.0"), "darker_score"}})
        test::expectError(ErrorKind::Corrupt, {"7.json", says},
                          [&] { parseJudgements(text, "7.json"); });
    const test::TempFolder folder;
    EXPECT_THROW(readJudgements(folder / "none.json"), Error);
    std::ofstream(folder / "7.json") << kFile;
    EXPECT_EQ(readJudgements(folder / "7.json").size(), 3U);
}

TEST(Whdr, tells_equal_points_taken_for_two_from_darker_ones_that_are_missed) {
    const auto judgements = parseJudgements(kFile, "7.json"); // equal 1, darker 3 and 0.5
    const JudgementErrors dark = judgementErrors(halves(0.2F, 0.4F), judgements);
    EXPECT_EQ(dark.equal, 1);
    EXPECT_EQ(dark.equalWrong, 1);
    EXPECT_EQ(dark.darker, 3.5);
    EXPECT_EQ(dark.darkerWrong, 0);
    JudgementErrors sum = judgementErrors(halves(0.4F, 0.4F), judgements);
    EXPECT_EQ(sum.equalWrong, 0);
    EXPECT_EQ(sum.darkerWrong, 3.5);
    sum += dark;
    EXPECT_EQ(sum.whdr(), 4.5 / 9);
    EXPECT_TRUE(std::isnan(JudgementErrors{}.whdr()));
}

TEST(Whdr, is_the_share_of_weight_that_is_contradicted) {
    const auto judgements = parseJudgements(kFile, "7.json");
    // Left darker: the verdict "equal" of weight 1 is wrong, of 4.5 in all.
    EXPECT_DOUBLE_EQ(whdr(halves(0.2F, 0.4F), judgements), 1.0 / 4.5);
    // Equal: the other two are wrong.
    EXPECT_DOUBLE_EQ(whdr(halves(0.4F, 0.4F), judgements), 3.5 / 4.5);
    EXPECT_DOUBLE_EQ(whdr(halves(0.4F, 0.2F), judgements), 1);
    EXPECT_TRUE(std::isnan(whdr(halves(1, 1), {})));
}

TEST(Whdr, takes_ten_percent_for_equal_and_no_scale_for_anything) {
    const auto judgements = parseJudgements(kFile, "7.json");
    EXPECT_DOUBLE_EQ(whdr(halves(0.4F, 0.436F), judgements), 3.5 / 4.5);
    EXPECT_DOUBLE_EQ(whdr(halves(0.4F, 0.444F), judgements), 1 / 4.5);
    EXPECT_DOUBLE_EQ(whdr(halves(0.04F, 0.0444F), judgements), 1 / 4.5);
    EXPECT_DOUBLE_EQ(whdr(halves(0.4F, 0.444F), judgements, 0.2), 3.5 / 4.5);
    EXPECT_DOUBLE_EQ(whdr(halves(0, 0), judgements), 3.5 / 4.5) << "black is as dark as black";
}
