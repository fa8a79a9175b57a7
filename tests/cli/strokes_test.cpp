// Corrections by hand from the command line: applied, kept in side-cars, made a set to train on.
#include "tests/cli/command_fixture.h"

#include "core/base/content_hash.h"
#include "core/image/image_file.h"
#include "core/strokes/stroke_json.h"

#include <gmock/gmock.h>

#include <fstream>

using namespace unlit;
using namespace unlit::test;
using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

namespace {

constexpr int kWide = 40;
constexpr int kHigh = 24;

class Strokes : public CommandTest {
protected:
    /// This bright, in the middle of the picture.
    std::string drawOn(const std::string& picture, bool isOn = true) const {
        StrokeSet set{.width = kWide,
                      .height = kHigh,
                      .hash = hashText(hashFile(picture)),
                      .strokes = {{.kind = StrokeKind::ThisBright,
                                   .radius = 4,
                                   .points = {{20, 12}},
                                   .value = {0.5, 0.25, 0.125},
                                   .isOn = isOn}}};
        writeStrokes(path("strokes.json"), set, true);
        return text("strokes.json");
    }

    std::vector<float> pixels(const std::string& name) const {
        return readImage(path(name)).image.samples;
    }

    void expectCorrected(const std::string& name) const {
        const Image albedo = readImage(path(name)).image;
        const std::size_t middle = 12 * kWide + 20;
        EXPECT_NEAR(albedo.plane(0)[middle], 0.5, 0.03);
        EXPECT_NEAR(albedo.plane(1)[middle], 0.25, 0.02);
        EXPECT_NEAR(albedo.plane(2)[middle], 0.125, 0.01);
    }
};

} // namespace

TEST_F(Strokes, correct_the_albedo_and_stand_in_the_side_car) {
    const std::string picture = makePicture("a.exr", kWide, kHigh);
    const ProcessResult run = infer({picture}, {"--strokes", drawOn(picture), "--sidecar"});
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    expectCorrected("out/a_albedo.exr");
    const auto corrected = pixels("out/a_albedo.exr");
    std::filesystem::remove(path("strokes.json"));
    const ProcessResult again =
        runUnlit({"infer", "--from", text("out/a_unlit.json"), "--output", text("again")});
    ASSERT_EQ(again.exitCode, 0) << again.errors;
    EXPECT_EQ(pixels("again/a_albedo.exr"), corrected);
    const ProcessResult asFile =
        infer({picture}, {"--strokes", text("out/a_unlit.json"), "--overwrite", "--json"});
    ASSERT_EQ(asFile.exitCode, 0) << asFile.errors;
    EXPECT_EQ(pixels("out/a_albedo.exr"), corrected);
    EXPECT_EQ(objectOf(asFile)["results"][0]["strokes"]["strokes"].size(), 1U);
    EXPECT_THAT(objectOf(asFile)["results"][0]["command"].get<std::string>(),
                HasSubstr("--strokes"));
}

TEST_F(Strokes, that_are_off_change_no_bit) {
    const std::string picture = makePicture("a.exr", kWide, kHigh);
    ASSERT_EQ(infer({picture}).exitCode, 0);
    const auto plain = pixels("out/a_albedo.exr");
    ASSERT_EQ(infer({picture}, {"--strokes", drawOn(picture, false), "--overwrite"}).exitCode, 0);
    EXPECT_EQ(pixels("out/a_albedo.exr"), plain);
}

TEST_F(Strokes, of_another_picture_are_refused_or_carried_over) {
    const std::string picture = makePicture("a.exr", kWide, kHigh);
    const std::string strokes = drawOn(picture);
    const std::string other = makePicture("b.exr", kWide, kHigh);
    std::ofstream(other, std::ios::app) << "another file";
    const ProcessResult refused = infer({other}, {"--strokes", strokes});
    EXPECT_EQ(refused.exitCode, 1);
    EXPECT_THAT(refused.errors, HasSubstr("another picture"));
    EXPECT_THAT(filesIn("out"), Not(Contains("b_albedo.exr")));
    ASSERT_EQ(infer({other}, {"--strokes", strokes, "--strokes-for-all"}).exitCode, 0);
    expectCorrected("out/b_albedo.exr");
    const ProcessResult size = infer({makePicture("c.exr", kWide + 1, kHigh)},
                                     {"--strokes", strokes, "--strokes-for-all"});
    EXPECT_EQ(size.exitCode, 1);
    EXPECT_THAT(size.errors, HasSubstr("41x24"));
}

TEST_F(Strokes, are_carried_over_to_the_frames_of_a_sequence) {
    const std::string first = makePicture("shot.0001.exr", kWide, kHigh);
    const std::string second = makePicture("shot.0002.exr", kWide, kHigh);
    const ProcessResult run = infer({first, second}, {"--sequence", "--strokes", drawOn(first),
                                                      "--strokes-for-all", "--sidecar"});
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    for (const char* name : {"out/shot.0001_albedo.exr", "out/shot.0002_albedo.exr"})
        expectCorrected(name);
    EXPECT_EQ(readStrokes(path("out/shot.0002_unlit.json")).strokes.size(), 1U);
}

TEST_F(Strokes, correct_the_one_of_several_pictures_that_they_were_drawn_on) {
    const std::string picture = makePicture("a.exr", kWide, kHigh);
    const std::string other = makePicture("b.exr", kWide, kHigh + 1);
    const std::string strokes = drawOn(picture);
    const ProcessResult run = infer({picture, other}, {"--strokes", strokes});
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr("b.exr: without the strokes"));
    expectCorrected("out/a_albedo.exr");
    const ProcessResult none = infer({other, makePicture("c.exr", kWide, kHigh + 2)},
                                     {"--strokes", strokes, "--overwrite"});
    EXPECT_EQ(none.exitCode, 2);
    EXPECT_THAT(none.errors, HasSubstr("none of these pictures"));
}

TEST_F(Strokes, that_cannot_be_read_are_a_usage_error) {
    const std::string picture = makePicture("a.exr");
    EXPECT_EQ(infer({picture}, {"--strokes", text("missing.json")}).exitCode, 2);
    const ProcessResult later = infer(
        {picture}, {"--strokes", makeFile("later.json", R"({"version":7,"width":1,"height":1})")});
    EXPECT_EQ(later.exitCode, 2);
    EXPECT_THAT(later.errors, HasSubstr("later version"));
    EXPECT_EQ(infer({picture}, {"--strokes-for-all"}).exitCode, 2);
}

TEST_F(Strokes, become_a_set_with_masks_and_a_recipe_that_can_be_run) {
    const std::string picture = makePicture("a.exr", kWide, kHigh);
    ASSERT_EQ(infer({picture}, {"--strokes", drawOn(picture), "--sidecar"}).exitCode, 0);
    ASSERT_EQ(infer({makePicture("plain.exr", kWide, kHigh)}, {"--sidecar"}).exitCode, 0);
    const ProcessResult run =
        runUnlit({"dataset", "corrections", text("out"), "--output", text("set"), "--json"});
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    EXPECT_EQ(objectOf(run)["pairs"], 1);
    const Image mask = readImage(path("set/mask/000000.png")).image;
    const std::size_t middle = 12 * kWide + 20;
    EXPECT_EQ(mask.samples[middle], 1);
    EXPECT_EQ(pixels("set/beauty/000000.exr"), pixels("a.exr"));
    expectCorrected("set/albedo/000000.exr");
    const ProcessResult check = runUnlit({"config", "check", text("set/lora.yaml")});
    EXPECT_EQ(check.exitCode, 0) << check.output << check.errors;
    const ProcessResult examined =
        runUnlit({"dataset", "stats", text("set/filename_list.txt"), "--root", text("set")});
    EXPECT_EQ(examined.exitCode, 0) << examined.errors;
    std::filesystem::remove(picture);
    const ProcessResult gone =
        runUnlit({"dataset", "corrections", text("out"), "--output", text("set"), "--overwrite"});
    EXPECT_EQ(gone.exitCode, 1);
    EXPECT_THAT(gone.errors, HasSubstr("is gone"));
    EXPECT_TRUE(std::filesystem::exists(path("set/lora.yaml"))) << "the old set stays";
}
