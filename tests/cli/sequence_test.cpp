// `unlit infer --sequence`: which inputs belong together, and what is wrong with them.
#include "tests/cli/command_fixture.h"

#include "core/image/image_file.h"

#include <gmock/gmock.h>

using namespace unlit;
using namespace unlit::test;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace {

class Sequence : public CommandTest {
protected:
    /// `unlit infer in/f.*.exr --sequence`, unless other words are given.
    ProcessResult inferFrames(std::vector<std::string> more = {}) {
        more.insert(more.end(), {"--sequence", "--json"});
        return infer({text("in/f.*.exr")}, more);
    }
};

} // namespace

TEST_F(Sequence, frames_get_one_exposure_and_say_where_they_stand) {
    for (const char* name : {"in/f.9.exr", "in/f.10.exr", "in/f.11.exr"})
        makePicture(name);
    const ProcessResult run = inferFrames({"--sidecar"});
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    const json results = objectOf(run)["results"];
    ASSERT_EQ(results.size(), 3U);
    EXPECT_EQ(results[0]["input"], text("in/f.9.exr")) << "in the order of the numbers";
    for (const json& result : results) {
        EXPECT_TRUE(result["settings"]["exposure"].is_number());
        EXPECT_EQ(result["settings"]["sequence"], true);
        EXPECT_EQ(result["sequence"]["frames"], 3);
        EXPECT_EQ(result["sequence"]["pattern"], text("in/f.*.exr"));
        EXPECT_THAT(result["command"].get<std::string>(), HasSubstr("f.*.exr' --sequence"));
    }
    EXPECT_EQ(results[2]["sequence"]["frame"], 3);
    EXPECT_THAT(run.errors, Not(HasSubstr("missing")));
    EXPECT_EQ(filesIn("out").size(), 6U) << "an albedo and a side-car each, and nothing else";

    const ProcessResult alone = runUnlit(
        {"infer", "--from", text("out/f.10_unlit.json"), "--output", text("again"), "--json"});
    EXPECT_EQ(alone.exitCode, 0) << alone.errors;
    EXPECT_THAT(alone.errors, HasSubstr("a frame of a sequence"));
}

TEST_F(Sequence, missing_frames_are_told_and_the_others_go_on) {
    for (const char* name : {"in/f.1.exr", "in/f.2.exr", "in/f.5.exr"})
        makePicture(name);
    const ProcessResult run = inferFrames();
    EXPECT_EQ(run.exitCode, 0);
    EXPECT_THAT(run.errors, HasSubstr("frames 3 to 4 are missing"));
    EXPECT_EQ(objectOf(run)["results"].size(), 3U);
}

TEST_F(Sequence, broken_frames_and_those_of_another_size_fail_alone) {
    makePicture("in/f.1.exr");
    makeFile("in/f.2.exr", "this is no picture");
    makePicture("in/f.3.exr", 32, 16);
    makePicture("in/f.4.exr");
    const ProcessResult run = inferFrames();
    EXPECT_EQ(run.exitCode, 1);
    const json object = objectOf(run);
    ASSERT_EQ(object["failed"].size(), 2U);
    EXPECT_EQ(object["failed"][0]["input"], text("in/f.2.exr"));
    EXPECT_EQ(object["failed"][1]["input"], text("in/f.3.exr"));
    EXPECT_THAT(object["failed"][1]["error"].get<std::string>(), HasSubstr("32x16"));
    EXPECT_THAT(filesIn("out"), ElementsAre("f.1_albedo.exr", "f.4_albedo.exr"));
}

TEST_F(Sequence, frames_that_are_done_are_kept_and_a_second_call_is_no_error) {
    for (const char* name : {"in/f.1.exr", "in/f.2.exr", "in/f.3.exr"})
        makePicture(name);
    ASSERT_EQ(inferFrames().exitCode, 0);
    std::filesystem::remove(path("out/f.2_albedo.exr"));
    const ProcessResult run = inferFrames();
    EXPECT_EQ(run.exitCode, 0) << run.errors;
    const json object = objectOf(run);
    ASSERT_EQ(object["results"].size(), 1U);
    EXPECT_EQ(object["results"][0]["input"], text("in/f.2.exr"));
    EXPECT_EQ(object["kept"], (json{text("in/f.1.exr"), text("in/f.3.exr")}));
    EXPECT_THAT(run.errors, HasSubstr("1 image done, 2 kept"));
    EXPECT_EQ(objectOf(inferFrames({"--overwrite"}))["results"].size(), 3U);
}

TEST_F(Sequence, pictures_beside_it_and_frames_alone_are_done_as_without) {
    makePicture("in/f.1.exr");
    makePicture("in/f.2.exr");
    makePicture("in/wall.exr");
    const ProcessResult run = infer({text("in")}, {"--sequence", "--json"});
    EXPECT_EQ(run.exitCode, 0) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr("wall.exr: no other frame of it was given"));
    const json results = objectOf(run)["results"];
    ASSERT_EQ(results.size(), 3U);
    EXPECT_EQ(results[2]["settings"]["sequence"], false);
    EXPECT_FALSE(results[2].contains("sequence"));
}

TEST_F(Sequence, what_cannot_be_is_a_usage_error) {
    makePicture("in/f.1.exr");
    makePicture("in/f.01.exr");
    const ProcessResult twice = inferFrames();
    EXPECT_EQ(twice.exitCode, 2);
    EXPECT_TRUE(isOneLine(twice.errors)) << twice.errors;
    EXPECT_THAT(twice.errors, HasSubstr("the same frame"));
    const ProcessResult tiles = inferFrames({"--tiles", "auto"});
    EXPECT_EQ(tiles.exitCode, 2);
    EXPECT_THAT(tiles.errors, HasSubstr("leave --tiles auto out"));
    EXPECT_TRUE(filesIn("out").empty());
}
