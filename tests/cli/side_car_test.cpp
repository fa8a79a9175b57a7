// The same pixels again: from a side-car, and from the command that it holds.
#include "tests/cli/command_fixture.h"

#include "core/image/image_file.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

using namespace unlit;
using namespace unlit::test;
using nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class SideCars : public CommandTest {
protected:
    /// Runs with settings that are not the usual ones; returns the side-car's path.
    std::string makeResult(const std::vector<std::string>& more = {}) {
        std::vector<std::string> flags = {"--sidecar",  "--seed",     "99",      "--ensemble",
                                          "2",          "--resample", "bicubic", "--uncertainty",
                                          "--exposure", "0.3",        "--quiet"};
        flags.insert(flags.end(), more.begin(), more.end());
        const ProcessResult run = infer({makePicture("a.exr", 40, 24)}, flags);
        EXPECT_EQ(run.exitCode, 0) << run.errors;
        return text("out/a_unlit.json");
    }

    ProcessResult again(const std::string& sideCar, const std::vector<std::string>& more = {}) {
        std::vector<std::string> arguments = {"infer", "--from", sideCar, "--output",
                                              text("again")};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return runUnlit(arguments);
    }

    std::vector<float> pixels(const std::string& name) const {
        return readImage(path(name)).image.samples;
    }

    json jsonOf(const std::string& file) const {
        std::ifstream stream(file);
        return json::parse(stream);
    }
};

} // namespace

TEST_F(SideCars, of_versions_without_detail_give_their_pixels_without_it) {
    const std::string guided = makeResult();
    const auto withDetail = pixels("out/a_albedo.exr");
    const std::string sideCar =
        makeResult({"--detail", "off", "--keep-black", "off", "--overwrite"});
    EXPECT_NE(pixels("out/a_albedo.exr"), withDetail);
    json old = jsonOf(sideCar);
    old["settings"].erase("detail");
    old["settings"].erase("keep_black");
    std::ofstream(path("out/a_unlit.json")) << old;
    const ProcessResult run = again(sideCar);
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    EXPECT_EQ(pixels("again/a_albedo.exr"), pixels("out/a_albedo.exr"));
}

TEST_F(SideCars, masks_count_again_and_contradict_nothing) {
    Image mask = makeImage(40, 24, {"R", "G", "B"}, ColorSpace::Srgb);
    for (std::size_t i = 0; i < mask.samples.size(); ++i)
        mask.samples[i] = i % 40 < 15 ? 0.0F : 1.0F;
    writeImage(path("a.matte.png"), mask, {.format = FileFormat::Png8, .overwrite = true});
    const std::string plain = makeResult();
    const auto without = pixels("out/a_albedo.exr");
    const std::string sideCar = makeResult({"--mask", text("{stem}.matte.png"), "--overwrite"});
    EXPECT_NE(pixels("out/a_albedo.exr"), without);
    EXPECT_EQ(jsonOf(sideCar)["settings"]["mask"], text("{stem}.matte.png"));
    const ProcessResult run = again(sideCar);
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    EXPECT_EQ(pixels("again/a_albedo.exr"), pixels("out/a_albedo.exr"));

    writeImage(path("small.png"), makeImage(10, 6, {"R", "G", "B"}, ColorSpace::Srgb),
               {.format = FileFormat::Png8, .overwrite = true});
    const ProcessResult other = again(sideCar, {"--mask", text("small.png"), "--overwrite"});
    EXPECT_EQ(other.exitCode, 1);
    EXPECT_THAT(other.errors, HasSubstr("small.png has 10x6 pixels"));
    for (const std::vector<std::string>& wrong :
         {std::vector<std::string>{"--mask-layer", "matte"}, {"--keep-black", "off"}}) {
        const ProcessResult refused = again(sideCar, wrong);
        EXPECT_EQ(refused.exitCode, 2);
        EXPECT_THAT(refused.errors, HasSubstr("--mask"));
    }
}

TEST_F(SideCars, the_side_car_alone_makes_the_same_pixels) {
    const std::string sideCar = makeResult();
    EXPECT_THAT(filesIn("out"),
                ElementsAre("a_albedo.exr", "a_albedo_uncertainty.exr", "a_unlit.json"));
    const ProcessResult run = again(sideCar);
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    EXPECT_EQ(pixels("again/a_albedo.exr"), pixels("out/a_albedo.exr"));
    EXPECT_EQ(pixels("again/a_albedo_uncertainty.exr"), pixels("out/a_albedo_uncertainty.exr"));
    const json first = jsonOf(sideCar);
    const json second = jsonOf(text("again/a_unlit.json"));
    EXPECT_EQ(first["settings"], second["settings"]);
    EXPECT_EQ(first["model"], second["model"]);
}

TEST_F(SideCars, the_command_in_it_makes_the_same_pixels) {
    const json sideCar = jsonOf(makeResult());
    const std::vector<float> wanted = pixels("out/a_albedo.exr");
    std::string command = sideCar["command"];
    ASSERT_EQ(command.rfind("unlit ", 0), 0U);
    command = std::string(UNLIT_PROGRAM) + command.substr(5) + " --overwrite --quiet";
    ASSERT_EQ(std::system((command + " 2>/dev/null >/dev/null").c_str()), 0) << command;
    EXPECT_EQ(pixels("out/a_albedo.exr"), wanted);
}

TEST_F(SideCars, another_model_in_its_place_is_refused_until_it_is_named) {
    const std::string sideCar = makeResult();
    const std::string folder = jsonOf(sideCar)["model"]["path"];
    ASSERT_EQ(runUnlit({"model", "random", "--like", "tiny", "--seed", "5", "--overwrite", folder})
                  .exitCode,
              0);
    const ProcessResult refused = again(sideCar);
    EXPECT_EQ(refused.exitCode, 1);
    EXPECT_THAT(refused.errors, HasSubstr("the model " + folder + " is not the one that made"));
    EXPECT_THAT(filesIn("again"), ElementsAre());
    const ProcessResult named = again(sideCar, {"--model", folder});
    EXPECT_EQ(named.exitCode, 0);
    EXPECT_THAT(named.errors, HasSubstr("is not the one that made"));
}

TEST_F(SideCars, an_input_that_has_changed_is_refused_until_it_is_named) {
    const std::string sideCar = makeResult();
    makePicture("a.exr", 42, 24);
    const ProcessResult refused = again(sideCar);
    EXPECT_EQ(refused.exitCode, 1);
    EXPECT_THAT(refused.errors, HasSubstr("the input " + text("a.exr") + " is not the one"));
    const ProcessResult named = again(sideCar, {text("a.exr")});
    EXPECT_EQ(named.exitCode, 0) << named.errors;
    EXPECT_THAT(named.errors, HasSubstr("may differ"));
}

TEST_F(SideCars, without_input_and_without_side_car_something_is_missing) {
    const ProcessResult run = runUnlit({"infer", "--model", "m", "--output", "o"});
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.errors, HasSubstr("INPUT is missing"));
}

TEST_F(SideCars, templates_name_the_files_and_wrong_ones_are_a_usage_error) {
    const std::string picture = makePicture("shot.0042.exr");
    EXPECT_EQ(infer({picture}, {"--name", "{name}_{target}.{frame}", "--sidecar"}).exitCode, 0);
    EXPECT_THAT(filesIn("out"), ElementsAre("shot_albedo.0042.exr", "shot_unlit.0042.json"));
    const ProcessResult run = infer({picture}, {"--name", "{stam}"});
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_TRUE(isOneLine(run.errors)) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr("did you mean {stem}?"));
}

TEST_F(SideCars, sixteen_bit_tiff_and_dithered_png_are_written_as_asked) {
    const std::string picture = makePicture("a.exr");
    EXPECT_EQ(infer({picture}, {"--format", "tiff", "--half"}).exitCode, 0);
    EXPECT_EQ(readImageInfo(path("out/a_albedo.tif")).channels.at(0).type, "uint16");
    EXPECT_EQ(infer({picture}, {"--format", "png8", "--no-dither"}).exitCode, 0);
    const std::vector<float> rounded = pixels("out/a_albedo.png");
    EXPECT_EQ(infer({picture}, {"--format", "png8", "--overwrite"}).exitCode, 0);
    const std::vector<float> dithered = pixels("out/a_albedo.png");
    EXPECT_NE(dithered, rounded);
    for (std::size_t i = 0; i < rounded.size(); ++i)
        EXPECT_LE(std::abs(rounded[i] - dithered[i]) * 255, 1.001);
}

TEST_F(SideCars, a_layered_file_keeps_what_the_render_holds) {
    const std::string picture = makePicture("a.exr");
    EXPECT_EQ(infer({picture}, {"--layered"}).exitCode, 0);
    const auto layered = [&](const std::string& layer) {
        return readImage(path("out/a_unlit.exr"), {layer, {}}).image;
    };
    EXPECT_EQ(readImage(path("out/a_unlit.exr")).image.samples, readImage(picture).image.samples);
    const Image albedo = layered("albedo");
    const Image shading = layered("shading");
    const Image residual = layered("residual");
    const Image beauty = readImage(picture).image;
    for (std::size_t i = 0; i < beauty.samples.size(); ++i)
        ASSERT_NEAR(albedo.samples[i] * shading.samples[i] + residual.samples[i], beauty.samples[i],
                    1e-4 * (1 + std::abs(beauty.samples[i])));
}

TEST_F(SideCars, a_full_disk_leaves_neither_picture_nor_side_car) {
    ProcessOptions options;
    options.largestFile = 600; // the small picture fits, the side-car does not
    const ProcessResult run = runUnlit(
        inferArguments({makePicture("a.exr", 4, 4)}, {"--format", "png8", "--sidecar"}), options);
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.errors, HasSubstr("a_unlit.json"));
    EXPECT_THAT(filesIn("out"), ElementsAre());
}

TEST_F(SideCars, an_anchored_albedo_comes_again_with_its_factor) {
    const std::string sideCar = makeResult({"--anchor", "20,12=0.4", "--paint-limits", "0.03,0.8"});
    const json settings = jsonOf(sideCar)["settings"];
    EXPECT_NE(settings["albedo_scale"], 1.0);
    EXPECT_EQ(settings["paint_limits"], "0.03,0.8");
    ASSERT_EQ(again(sideCar).exitCode, 0);
    EXPECT_EQ(pixels("again/a_albedo.exr"), pixels("out/a_albedo.exr"));
    EXPECT_EQ(jsonOf(text("again/a_unlit.json"))["settings"], settings);
}

TEST_F(SideCars, a_picture_in_tiles_comes_again) {
    const ProcessResult run =
        infer({makePicture("large.exr", 200, 130)},
              {"--tiles", "auto", "--tile-overlap", "20", "--sidecar", "--quiet"});
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    const json settings = jsonOf(text("out/large_unlit.json"))["settings"];
    EXPECT_EQ(settings["tiles"], "on");
    EXPECT_EQ(settings["tile_size"], 64);
    EXPECT_EQ(settings["tile_overlap"], 16);
    ASSERT_EQ(again(text("out/large_unlit.json")).exitCode, 0);
    EXPECT_EQ(pixels("again/large_albedo.exr"), pixels("out/large_albedo.exr"));
    ASSERT_EQ(infer({path("large.exr").string()}, {"--overwrite", "--quiet"}).exitCode, 0);
    EXPECT_NE(pixels("again/large_albedo.exr"), pixels("out/large_albedo.exr"));
}

TEST_F(SideCars, an_ensemble_that_settled_comes_again_and_says_its_members) {
    const ProcessResult run =
        infer({makePicture("a.exr", 40, 24)},
              {"--ensemble", "40", "--settled-spread", "0.5", "--uncertainty", "--sidecar"});
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr("of 40 members"));
    const std::string sideCar = text("out/a_unlit.json");
    const json first = jsonOf(sideCar);
    EXPECT_GE(first["members"], 4);
    EXPECT_LT(first["members"], 40);
    EXPECT_EQ(first["settings"]["ensemble"], 40);
    EXPECT_EQ(first["settings"]["settled_spread"], 0.5);
    EXPECT_EQ(first["settings"]["stop_after"], first["members"]);
    ASSERT_EQ(again(sideCar).exitCode, 0);
    EXPECT_EQ(pixels("again/a_albedo.exr"), pixels("out/a_albedo.exr"));
    EXPECT_EQ(pixels("again/a_albedo_uncertainty.exr"), pixels("out/a_albedo_uncertainty.exr"));
}

TEST_F(SideCars, cannot_ask_for_files_to_be_replaced) {
    const std::string sideCar = makeResult();
    json asking = jsonOf(sideCar);
    asking["settings"]["overwrite"] = true;
    std::ofstream(path("out/a_unlit.json")) << asking;
    const ProcessResult run = again(sideCar);
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.errors, testing::HasSubstr("overwrite"));
}
