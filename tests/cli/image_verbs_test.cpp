// `unlit image info` and `unlit image convert`.
#include "tests/cli/command_fixture.h"

#include "core/image/image_file.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

using namespace unlit;
using namespace unlit::test;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class ImageVerbs : public CommandTest {
protected:
    std::string makeFlat(const std::string& name, float value) const {
        Image image = makeImage(4, 3, {"R", "G", "B"}, ColorSpace::Linear);
        std::ranges::fill(image.samples, value);
        writeImage(path(name), image, {});
        return text(name);
    }

    /// Reads the values as they stand in the file.
    float valueIn(const std::string& name) const {
        return readImage(path(name), {"", ColorSpace::Raw}).image.samples[0];
    }

    ProcessResult convert(const std::string& in, const std::string& out,
                          const std::vector<std::string>& more = {}) const {
        std::vector<std::string> arguments = {"image", "convert", in, text(out)};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return runUnlit(arguments);
    }
};

// One 8-bit step; enough to tell every curve from the others.
constexpr float kTolerance = 1e-3f;

} // namespace

TEST_F(ImageVerbs, info_tells_size_channels_and_colour_space) {
    const ProcessResult table = runUnlit({"image", "info", makePicture("hall.exr", 24, 16)});
    EXPECT_EQ(table.exitCode, 0);
    for (const char* part : {"hall.exr", "24 x 16 pixels", "R float", "linear", "data window"})
        EXPECT_THAT(table.output, HasSubstr(part));
    const ProcessResult run = runUnlit({"image", "info", text("hall.exr"), "--json"});
    const json image = objectOf(run)["images"][0];
    EXPECT_EQ(image["width"], 24);
    EXPECT_EQ(image["height"], 16);
    EXPECT_EQ(image["parts"], 1);
    EXPECT_EQ(image["color_space"], "linear");
    EXPECT_EQ(image["data_window"], (json{0, 0, 23, 15}));
    EXPECT_EQ(image["channels"].size(), 3u);
    EXPECT_EQ(image["layers"].size(), 1u);
    EXPECT_EQ(objectOf(run)["failed"], json::array());
}

TEST_F(ImageVerbs, info_goes_on_after_a_broken_file) {
    const ProcessResult run = runUnlit({"image", "info", makeFile("broken.exr", "none"),
                                        makePicture("good.exr"), text("missing.png"), "--json"});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_EQ(objectOf(run)["images"].size(), 1u);
    EXPECT_EQ(objectOf(run)["failed"].size(), 2u);
    EXPECT_THAT(run.errors, HasSubstr("broken.exr"));
    EXPECT_THAT(run.errors, HasSubstr("missing.png"));
}

TEST_F(ImageVerbs, convert_encodes_linear_light_for_png_and_back) {
    const ProcessResult run = convert(makeFlat("a.exr", 0.5f), "a.png");
    EXPECT_EQ(run.exitCode, 0) << run.errors;
    EXPECT_EQ(run.output, text("a.png") + "\n");
    // sRGB of 0.5: 1.055 * 0.5^(1/2.4) - 0.055
    EXPECT_NEAR(valueIn("a.png"), 0.735357f, kTolerance);
    EXPECT_EQ(convert(text("a.png"), "b.exr").exitCode, 0);
    EXPECT_NEAR(valueIn("b.exr"), 0.5f, kTolerance);
}

TEST_F(ImageVerbs, convert_follows_spaces_and_exposure) {
    const std::string flat = makeFlat("a.exr", 0.25f);
    EXPECT_EQ(convert(flat, "gamma.exr", {"--output-space", "gamma22"}).exitCode, 0);
    EXPECT_NEAR(valueIn("gamma.exr"), std::pow(0.25f, 1 / 2.2f), kTolerance);
    EXPECT_EQ(convert(flat, "raw.png", {"--output-space", "raw"}).exitCode, 0);
    EXPECT_NEAR(valueIn("raw.png"), 0.25f, kTolerance);
    EXPECT_EQ(convert(flat, "up.exr", {"--exposure", "+1"}).exitCode, 0);
    EXPECT_NEAR(valueIn("up.exr"), 0.5f, kTolerance);
    EXPECT_EQ(convert(flat, "down.exr", {"--exposure", "-1"}).exitCode, 0);
    EXPECT_NEAR(valueIn("down.exr"), 0.125f, kTolerance);
    // Read as sRGB, 0.25 is 0.0508761 in linear light.
    EXPECT_EQ(convert(flat, "decoded.exr", {"--input-space", "srgb"}).exitCode, 0);
    EXPECT_NEAR(valueIn("decoded.exr"), 0.0508761f, kTolerance);
}

TEST_F(ImageVerbs, convert_refuses_exposure_of_raw_values) {
    const ProcessResult run =
        convert(makeFlat("a.exr", 0.5f), "b.exr", {"--input-space", "raw", "--exposure", "1"});
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.errors, HasSubstr("--exposure"));
}

TEST_F(ImageVerbs, convert_keeps_existing_files_unless_overwriting) {
    const std::string flat = makeFlat("a.exr", 0.5f);
    makeFile("b.exr", "precious");
    const ProcessResult kept = convert(flat, "b.exr", {"--json"});
    EXPECT_EQ(kept.exitCode, 1);
    EXPECT_THAT(objectOf(kept)["error"].get<std::string>(), HasSubstr("exists"));
    EXPECT_EQ(std::filesystem::file_size(path("b.exr")), 8u);
    EXPECT_EQ(convert(flat, "b.exr", {"--overwrite"}).exitCode, 0);
    EXPECT_FLOAT_EQ(valueIn("b.exr"), 0.5f);
}

TEST_F(ImageVerbs, convert_refuses_to_write_onto_its_input) {
    const std::string flat = makeFlat("a.exr", 0.5f);
    std::filesystem::create_symlink(flat, path("link.exr"));
    for (const char* out : {"a.exr", "link.exr"}) {
        const ProcessResult run = convert(flat, out, {"--overwrite"});
        EXPECT_EQ(run.exitCode, 2);
        EXPECT_THAT(run.errors, HasSubstr("same file"));
    }
    EXPECT_FLOAT_EQ(valueIn("a.exr"), 0.5f);
}

TEST_F(ImageVerbs, convert_names_the_layers_when_one_is_not_there) {
    const ProcessResult run =
        convert(makeFlat("a.exr", 0.5f), "b.exr", {"--layer", "ViewLayer.DiffCol"});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.errors, HasSubstr("ViewLayer.DiffCol"));
}

TEST_F(ImageVerbs, convert_on_a_full_disk_leaves_nothing) {
    const std::string picture = makePicture("a.exr", 128, 128);
    ProcessOptions options;
    options.largestFile = 1024;
    const ProcessResult run = runUnlit({"image", "convert", picture, text("o/b.exr")}, options);
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.errors, HasSubstr("b.exr"));
    EXPECT_THAT(filesIn("o"), ElementsAre());
}
