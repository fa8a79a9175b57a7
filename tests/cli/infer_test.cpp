// `unlit infer` from files to files.
#include "tests/cli/command_fixture.h"

#include "core/image/image_file.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace unlit;
using namespace unlit::test;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace {

class Infer : public CommandTest {
protected:
    /// The first result of a run that must succeed.
    json resultOf(const std::vector<std::string>& inputs, std::vector<std::string> more = {}) {
        more.push_back("--json");
        const ProcessResult run = infer(inputs, more);
        EXPECT_EQ(run.exitCode, 0) << run.errors;
        const json object = objectOf(run);
        EXPECT_EQ(object["failed"], json::array());
        return object["results"][0];
    }

    static Image imageAt(const json& outputs, const std::string& target = "albedo") {
        return readImage(outputs[target].get<std::string>()).image;
    }
};

} // namespace

TEST_F(Infer, writes_one_exr_per_target_and_prints_its_path) {
    const ProcessResult run = infer({makePicture("hall.exr", 24, 16)});
    EXPECT_EQ(run.exitCode, 0) << run.errors;
    EXPECT_EQ(run.output, text("out/hall_albedo.exr") + "\n");
    EXPECT_THAT(filesIn("out"), ElementsAre("hall_albedo.exr"));
    const LoadedImage albedo = readImage(path("out/hall_albedo.exr"));
    EXPECT_EQ(albedo.image.width, 24);
    EXPECT_EQ(albedo.image.height, 16);
    EXPECT_THAT(readImageInfo(path("out/hall_albedo.exr")).channels[0].type, "float");
}

TEST_F(Infer, says_that_random_weights_mean_nothing_unless_quiet) {
    const std::string picture = makePicture("a.exr");
    EXPECT_THAT(infer({picture}).errors, HasSubstr("random weights"));
    EXPECT_EQ(infer({picture}, {"--overwrite", "--quiet"}).errors, "");
}

TEST_F(Infer, json_has_the_agreed_shape) {
    const json result = resultOf({makePicture("hall.exr", 24, 16)},
                                 {"--ensemble", "3", "--uncertainty", "--seed", "7"});
    EXPECT_EQ(result["input"], text("hall.exr"));
    EXPECT_EQ(result["outputs"], (json{{"albedo", text("out/hall_albedo.exr")}}));
    EXPECT_EQ(result["uncertainty"], (json{{"albedo", text("out/hall_albedo_uncertainty.exr")}}));
    EXPECT_EQ(result["width"], 24);
    EXPECT_EQ(result["height"], 16);
    EXPECT_EQ(result["members"], 3);
    EXPECT_GE(result["seconds"].get<double>(), 0.0);
    const json& settings = result["settings"];
    EXPECT_EQ(settings["steps"], 1);
    EXPECT_EQ(settings["ensemble"], 3);
    EXPECT_EQ(settings["seed"], 7);
    EXPECT_EQ(settings["reduction"], "median");
    EXPECT_EQ(settings["precision"], "float32");
    EXPECT_EQ(settings["match_input_res"], true);
    EXPECT_THAT(filesIn("out"), ElementsAre("hall_albedo.exr", "hall_albedo_uncertainty.exr"));
}

TEST_F(Infer, more_pictures_than_wait_at_once_are_all_done_in_their_order) {
    std::vector<std::string> pictures;
    for (int i = 0; i < 70; ++i)
        pictures.push_back(makePicture("p" + std::to_string(100 + i) + ".exr"));
    const ProcessResult run =
        runUnlit(inferArguments(pictures, {"--json", "--quiet", "--steps", "1"}));
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    const json results = objectOf(run).at("results");
    ASSERT_EQ(results.size(), pictures.size());
    for (std::size_t i = 0; i < pictures.size(); ++i)
        EXPECT_EQ(results[i].at("input"), pictures[i]);
}

TEST_F(Infer, the_seed_decides_the_picture) {
    const std::string picture = makePicture("a.exr");
    const Image first = imageAt(resultOf({picture}, {"--seed", "1"})["outputs"]);
    const Image again = imageAt(resultOf({picture}, {"--seed", "1", "--overwrite"})["outputs"]);
    const Image other = imageAt(resultOf({picture}, {"--seed", "2", "--overwrite"})["outputs"]);
    EXPECT_EQ(first.samples, again.samples);
    EXPECT_NE(first.samples, other.samples);
}

TEST_F(Infer, settings_of_a_result_give_the_same_pixels_and_flags_win) {
    const std::string picture = makePicture("a.exr", 40, 24);
    const std::vector<std::string> settings = {
        "--seed",           "99", "--ensemble", "2",           "--resample", "bicubic",
        "--processing-res", "32", "--json",     "--reduction", "mean"};
    const ProcessResult first = infer({picture}, settings);
    ASSERT_EQ(first.exitCode, 0) << first.errors;
    const std::string file = makeFile("settings.json", first.output);
    const Image wanted = imageAt(objectOf(first)["results"][0]["outputs"]);

    const auto again = [&](const std::string& folder, const std::vector<std::string>& more) {
        std::vector<std::string> arguments = {"infer",    picture,      "--from", file,
                                              "--output", text(folder), "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const ProcessResult run = runUnlit(arguments);
        EXPECT_EQ(run.exitCode, 0) << run.errors;
        return objectOf(run)["results"][0];
    };
    const json same = again("same", {});
    EXPECT_EQ(imageAt(same["outputs"]).samples, wanted.samples);
    EXPECT_EQ(same["settings"], objectOf(first)["results"][0]["settings"]);
    const json changed = again("changed", {"--seed", "100"});
    EXPECT_EQ(changed["settings"]["seed"], 100);
    EXPECT_EQ(changed["settings"]["resample"], "bicubic");
    EXPECT_NE(imageAt(changed["outputs"]).samples, wanted.samples);
}

TEST_F(Infer, a_settings_file_that_cannot_be_used_is_a_usage_error) {
    const std::vector<std::pair<std::string, std::string>> files = {
        {"{\"steps\": 0}", "\"0\" is not allowed"},
        {"{\"stepps\": 4}", "nearest flag is --steps"},
        {"{\"steps\": {}}", "steps"},
        {"{\"results\": []}", "no result"},
        {"{\"results\": [{\"settings\":{\"seed\":1}},{\"settings\":{\"seed\":2}}]}", "different"},
        {"[1]", "no JSON object"},
        {"{\"steps\": ", "line 1"},
        {"", "is no JSON"}};
    for (const auto& [content, expected] : files) {
        const ProcessResult run = runUnlit({"infer", "x.exr", "--model", "m", "--output", "o",
                                            "--from", makeFile("from.json", content)});
        EXPECT_EQ(run.exitCode, 2) << content;
        EXPECT_TRUE(isOneLine(run.errors)) << run.errors;
        EXPECT_THAT(run.errors, HasSubstr("from.json"));
        EXPECT_THAT(run.errors, HasSubstr(expected));
    }
}

TEST_F(Infer, one_bad_file_does_not_stop_the_batch) {
    makePicture("in/a2.exr");
    makePicture("in/a10.exr");
    makeFile("in/broken.exr", "this is no picture");
    makeFile("in/empty.png", "");
    const ProcessResult run = infer({text("in"), text("missing.exr")}, {"--json"});
    EXPECT_EQ(run.exitCode, 1);
    const json object = objectOf(run);
    ASSERT_EQ(object["results"].size(), 2u);
    EXPECT_EQ(object["results"][0]["input"], text("in/a2.exr"));
    EXPECT_EQ(object["results"][1]["input"], text("in/a10.exr"));
    ASSERT_EQ(object["failed"].size(), 3u);
    EXPECT_EQ(object["failed"][0]["input"], text("missing.exr"));
    for (const json& failure : object["failed"]) {
        EXPECT_THAT(failure["error"].get<std::string>(), Not(testing::IsEmpty()));
        EXPECT_THAT(run.errors, HasSubstr(failure["error"].get<std::string>()));
    }
    EXPECT_THAT(run.errors, HasSubstr("2 images done, 3 failed"));
    EXPECT_THAT(filesIn("out"), ElementsAre("a10_albedo.exr", "a2_albedo.exr"));
}

TEST_F(Infer, a_truncated_picture_fails_with_a_sentence_and_leaves_nothing) {
    const std::string whole = makePicture("whole.exr", 64, 64);
    std::filesystem::resize_file(whole, std::filesystem::file_size(whole) / 2);
    const ProcessResult run = infer({whole});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.errors, HasSubstr("whole.exr"));
    EXPECT_THAT(filesIn("out"), ElementsAre());
}

TEST_F(Infer, existing_results_are_kept_unless_overwriting_and_the_others_go_on) {
    const std::string first = makePicture("a.exr");
    const std::string second = makePicture("b.exr");
    makeFile("out/a_albedo.exr", "precious");
    const ProcessResult run = infer({first, second}, {"--json"});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(objectOf(run)["failed"][0]["error"].get<std::string>(), HasSubstr("exists"));
    EXPECT_EQ(objectOf(run)["results"].size(), 1u);
    EXPECT_EQ(std::filesystem::file_size(path("out/a_albedo.exr")), 8u);
    EXPECT_EQ(infer({first, second}, {"--overwrite"}).exitCode, 0);
    EXPECT_GT(std::filesystem::file_size(path("out/a_albedo.exr")), 8u);
}

TEST_F(Infer, two_inputs_for_one_result_are_refused_before_anything_runs) {
    const ProcessResult run = infer({makePicture("one/a.exr"), makePicture("two/a.exr")});
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_TRUE(isOneLine(run.errors)) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr("one/a.exr"));
    EXPECT_THAT(run.errors, HasSubstr("two/a.exr"));
    EXPECT_THAT(run.errors, HasSubstr("a_albedo.exr"));
    EXPECT_THAT(filesIn("out"), ElementsAre());
}

TEST_F(Infer, a_result_never_replaces_another_input) {
    const std::string first = makePicture("out/a.exr");
    const std::string second = makePicture("out/a_albedo.exr");
    const ProcessResult run = infer({first, second}, {"--overwrite"});
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.errors, HasSubstr("would replace the input"));
}

TEST_F(Infer, a_folder_that_holds_earlier_results_can_be_run_again) {
    makePicture("out/a.exr");
    EXPECT_EQ(infer({text("out")}).exitCode, 0);
    const ProcessResult again = infer({text("out")}, {"--overwrite", "--json"});
    EXPECT_EQ(again.exitCode, 0) << again.errors;
    EXPECT_EQ(objectOf(again)["results"].size(), 1u);
    EXPECT_THAT(again.errors, HasSubstr("it is a result of"));
    EXPECT_THAT(filesIn("out"), ElementsAre("a.exr", "a_albedo.exr"));
}

TEST_F(Infer, not_a_number_is_told_and_does_not_spread) {
    Image image = makeImage(24, 16, {"R", "G", "B"}, ColorSpace::Linear);
    std::ranges::fill(image.samples, 0.5f);
    image.samples[5] = std::numeric_limits<float>::quiet_NaN();
    image.samples[9] = std::numeric_limits<float>::infinity();
    writeImage(path("nan.exr"), image, {});
    const ProcessResult run = infer({text("nan.exr")}, {"--json"});
    EXPECT_EQ(run.exitCode, 0) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr("2 pixels are NaN or infinite"));
    EXPECT_EQ(objectOf(run)["results"][0]["bad_pixels"], 2);
    for (const float sample : imageAt(objectOf(run)["results"][0]["outputs"]).samples)
        ASSERT_TRUE(std::isfinite(sample));
}

TEST_F(Infer, the_smallest_picture_and_the_longest_strip_come_back_in_their_size) {
    for (const auto& [width, height] : {std::pair{1, 1}, std::pair{1, 10000}}) {
        const json result = resultOf({makePicture("odd.exr", width, height)},
                                     {"--overwrite", "--processing-res", "256"});
        const Image image = imageAt(result["outputs"]);
        EXPECT_EQ(image.width, width);
        EXPECT_EQ(image.height, height);
    }
}

TEST_F(Infer, unknown_targets_are_refused_with_those_of_the_model) {
    const ProcessResult run = infer({makePicture("a.exr")}, {"--targets", "albdo"});
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.errors, HasSubstr("did you mean \"albedo\""));
}

TEST_F(Infer, formats_and_layered_files_follow_the_flags) {
    const std::string picture = makePicture("a.exr");
    EXPECT_EQ(infer({picture}, {"--format", "png16"}).exitCode, 0);
    EXPECT_EQ(infer({picture}, {"--layered", "--half"}).exitCode, 0);
    EXPECT_THAT(filesIn("out"), ElementsAre("a_albedo.png", "a_unlit.exr"));
    EXPECT_EQ(readImageInfo(path("out/a_albedo.png")).channels[0].type, "uint16");
    const ImageInfo layered = readImageInfo(path("out/a_unlit.exr"));
    EXPECT_GT(layered.channels.size(), 3U);
    for (const auto& channel : layered.channels) // what was in the picture stays as it was
        EXPECT_EQ(channel.type, channel.name.find('.') == std::string::npos ? "float" : "half")
            << channel.name;
}

TEST_F(Infer, what_is_no_paint_is_counted_and_told) {
    const std::string picture = makePicture("a.exr");
    // Nothing a network paints lies above 1e9, and everything finite below 2e9.
    const ProcessResult run = infer({picture}, {"--paint-limits", "1e9,2e9", "--json"});
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    const json paint = objectOf(run)["results"][0]["paint_limits"];
    EXPECT_EQ(paint["low"], 1e9);
    EXPECT_EQ(paint["high"], 2e9);
    EXPECT_EQ(paint["below"], 1.0);
    EXPECT_EQ(paint["above"], 0.0);
    EXPECT_THAT(run.errors, HasSubstr("100 % darker than 1e+09"));
    const json result = resultOf({picture}, {"--overwrite"});
    EXPECT_EQ(result["paint_limits"]["low"], 0.02);
    EXPECT_EQ(result["settings"]["paint_limits"], "0.02,0.9");
}

TEST_F(Infer, limits_and_anchors_that_are_none_are_usage_errors) {
    const std::vector<std::vector<std::string>> wrong = {
        {"--paint-limits", "0.9,0.02"},
        {"--paint-limits", "0.02"},
        {"--paint-limits", "a,b"},
        {"--paint-limits", "-1,0.5"},
        {"--paint-limits", "0.02,nan"},
        {"--albedo-scale", "0"},
        {"--albedo-scale", "inf"},
        {"--albedo-scale", "-2"},
        {"--anchor", "3,4"},
        {"--anchor", "3=0.5"},
        {"--anchor", "-1,2=0.5"},
        {"--anchor", "1,2=1.5"},
        {"--anchor", "1,2=0"},
        {"--anchor", "1,2=grey-crad"},
        {"--anchor", "1,2=0.5", "--albedo-scale", "2"}};
    for (const auto& flags : wrong) {
        const ProcessResult run = infer({"x.exr"}, flags);
        EXPECT_EQ(run.exitCode, 2) << flags[0] << ' ' << flags[1] << run.errors;
        EXPECT_TRUE(isOneLine(run.errors)) << run.errors;
        EXPECT_THAT(run.errors, HasSubstr(flags[0]));
    }
    EXPECT_THAT(infer({"x.exr"}, {"--anchor", "1,2=grey-crad"}).errors,
                HasSubstr("did you mean \"grey-card\""));
}

TEST_F(Infer, the_scale_multiplies_the_albedo_in_linear_light) {
    const std::string picture = makePicture("a.exr");
    const Image plain = imageAt(resultOf({picture})["outputs"]);
    const Image bright =
        imageAt(resultOf({picture}, {"--albedo-scale", "2.5", "--overwrite"})["outputs"]);
    for (std::size_t i = 0; i < plain.samples.size(); ++i)
        ASSERT_NEAR(bright.samples[i], 2.5F * plain.samples[i], 1e-4 * (1 + plain.samples[i]));
}

TEST_F(Infer, an_anchor_gives_its_pixel_the_value_and_all_inputs_its_factor) {
    const std::string missing = makeFile("broken.exr", "no picture");
    const std::string first = makePicture("a.exr");
    const std::string second = makePicture("b.exr", 32, 20);
    const ProcessResult run =
        infer({missing, first, second}, {"--anchor", "12,8=grey-card", "--json"});
    EXPECT_EQ(run.exitCode, 1); // the broken one
    const json results = objectOf(run)["results"];
    ASSERT_EQ(results.size(), 2U);
    const double scale = results[0]["settings"]["albedo_scale"];
    EXPECT_NE(scale, 1.0);
    EXPECT_EQ(results[1]["settings"]["albedo_scale"], scale);
    EXPECT_THAT(run.errors, HasSubstr("is scaled by"));
    EXPECT_THAT(results[0]["command"].get<std::string>(), HasSubstr("--albedo-scale"));
    const Image albedo = imageAt(results[0]["outputs"]);
    std::vector<float> around;
    for (int y = 6; y <= 10; ++y)
        for (int x = 10; x <= 14; ++x) {
            const auto at = static_cast<std::size_t>(y * 24 + x);
            around.push_back(0.2126F * albedo.plane(0)[at] + 0.7152F * albedo.plane(1)[at] +
                             0.0722F * albedo.plane(2)[at]);
        }
    std::ranges::nth_element(around, around.begin() + 12);
    EXPECT_NEAR(around[12], 0.18, 1e-4);
}

TEST_F(Infer, an_anchor_outside_of_the_picture_fails_and_writes_nothing) {
    const ProcessResult run = infer({makePicture("a.exr")}, {"--anchor", "24,8=0.5"});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.errors, HasSubstr("the anchor 24,8 lies outside of"));
    EXPECT_TRUE(filesIn("out").empty());
}

TEST_F(Infer, tiles_that_are_none_and_shares_that_are_none_are_refused) {
    const std::string picture = makePicture("a.exr", 200, 130);
    EXPECT_EQ(infer({picture}, {"--tiles", "some"}).exitCode, 2);
    EXPECT_EQ(infer({picture}, {"--tile-size", "5000"}).exitCode, 2);
    EXPECT_EQ(infer({picture}, {"--settled-spread", "1.5"}).exitCode, 2);
    const ProcessResult wide = infer({picture}, {"--tiles", "on", "--tile-overlap", "40"});
    EXPECT_EQ(wide.exitCode, 1);
    EXPECT_THAT(wide.errors, HasSubstr("more than half of a tile of 64"));
    EXPECT_TRUE(filesIn("out").empty());
}

TEST_F(Infer, attention_maps_lie_in_a_folder_for_each_input) {
    const std::string picture = makePicture("a.exr", 24, 16);
    const ProcessResult run =
        infer({picture}, {"--attention-maps", text("maps"), "--attention-point", "3,15"});
    EXPECT_EQ(run.exitCode, 0) << run.errors;
    EXPECT_FALSE(filesIn("maps/a/step_001").empty());
    EXPECT_THAT(infer({picture}, {"--attention-point", "3,4"}).errors,
                HasSubstr("--attention-maps DIR, which is missing"));
    EXPECT_THAT(infer({picture}, {"--attention-maps", text("m"), "--ensemble", "2"}).errors,
                HasSubstr("--ensemble at 1"));
}

TEST_F(Infer, refuses_a_condition_that_the_model_does_not_know) {
    const std::string picture = makePicture("a.exr");
    const ProcessResult run = infer({picture}, {"--class", "3"});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.errors, HasSubstr("the model knows no classes"));
    EXPECT_THAT(infer({picture}, {"--prompt", "a wall"}).errors,
                HasSubstr("not trained with texts"));
    EXPECT_THAT(infer({picture}, {"--guidance-scale", "2"}).errors,
                HasSubstr("does nothing without"));
}
