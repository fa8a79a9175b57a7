// `unlit image info` and `unlit image convert`.
#include "tests/cli/command_fixture.h"

#include "core/image/image_file.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

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

    /// Beauty 1, albedo 0.5 and a lit pass 2 under names of renderers, half of it covered.
    std::string makeLayers(const std::string& name) const {
        std::vector<Image> images;
        std::vector<NamedLayer> layers;
        for (const float value : {1.0F, 0.5F, 2.0F}) {
            Image& image =
                images.emplace_back(makeImage(4, 3, {"R", "G", "B"}, ColorSpace::Linear));
            std::ranges::fill(image.samples, value);
            image.mask.assign(image.planeSize(), 0.5F);
        }
        layers = {{"", &images[0]}, {"v.DiffCol", &images[1]}, {"v.DiffDir", &images[2]}};
        writeLayeredExr(path(name), layers, {});
        return text(name);
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

TEST_F(ImageVerbs, info_tells_roles_alpha_and_what_was_assumed) {
    const ProcessResult table = runUnlit({"image", "info", makeLayers("hall.exr")});
    for (const char* part :
         {"v.DiffCol: R G B A, albedo (Blender 4 and older)", "v.DiffDir: R G B A, lit",
          "black on metal", "default", "premultiplied; colours are divided by it",
          "EXR with Rec.709 chromaticities: scene-linear"})
        EXPECT_THAT(table.output, HasSubstr(part));
    const json image =
        objectOf(runUnlit({"image", "info", text("hall.exr"), "--json"}))["images"][0];
    EXPECT_EQ(image["layers"][1]["role"], "albedo");
    EXPECT_EQ(image["layers"][2]["role"], "lit");
    EXPECT_EQ(image["alpha"], "premultiplied");
    EXPECT_EQ(image["default_layer"], "");
}

TEST_F(ImageVerbs, a_table_of_names_may_be_given) {
    const std::string names = makeFile("names.yaml", "beauty: [diffdir]\nalbedo: [sheen]\n");
    const json image = objectOf(runUnlit(
        {"image", "info", makeLayers("a.exr"), "--layer-names", names, "--json"}))["images"][0];
    EXPECT_EQ(image["layers"][2]["role"], "beauty");
    EXPECT_EQ(image["layers"][1]["role"], "other");
    const ProcessResult bad = runUnlit(
        {"image", "info", text("a.exr"), "--layer-names", makeFile("bad.yaml", "albeto: [a]\n")});
    EXPECT_EQ(bad.exitCode, 1);
    EXPECT_THAT(bad.errors, HasSubstr("bad.yaml:1:1"));
}

TEST_F(ImageVerbs, the_users_own_table_is_found_by_itself) {
    const std::string names = makeFile("names.yaml", "beauty: [diffdir]\n");
    ::setenv("UNLIT_LAYERS", names.c_str(), 1);
    const ProcessResult run = runUnlit({"image", "info", makeLayers("a.exr")});
    ::unsetenv("UNLIT_LAYERS");
    EXPECT_THAT(run.output, HasSubstr("v.DiffDir: R G B A, beauty"));
}

TEST_F(ImageVerbs, convert_takes_a_layer_by_its_role) {
    const json run =
        objectOf(convert(makeLayers("a.exr"), "b.exr", {"--layer", "albedo", "--half", "--json"}));
    EXPECT_EQ(run["layer"], "v.DiffCol");
    EXPECT_EQ(run["everything_kept"], false);
    const LoadedImage back = readImage(path("b.exr"));
    EXPECT_EQ(back.image.samples[0], 0.5F);
    EXPECT_EQ(back.image.mask[0], 0.5F);
    EXPECT_EQ(readImageInfo(path("b.exr")).channels[0].type, "half");
}

TEST_F(ImageVerbs, convert_of_exr_to_exr_keeps_every_layer) {
    const json run =
        objectOf(convert(makeLayers("a.exr"), "b.exr", {"--compression", "piz", "--json"}));
    EXPECT_EQ(run["everything_kept"], true);
    const ImageInfo before = readImageInfo(path("a.exr"));
    const ImageInfo after = readImageInfo(path("b.exr"));
    EXPECT_EQ(after.compression, "piz");
    ASSERT_EQ(after.layers.size(), before.layers.size());
    for (const LayerInfo& layer : before.layers)
        EXPECT_EQ(readImage(path("b.exr"), {layer.name, {}}).image.samples,
                  readImage(path("a.exr"), {layer.name, {}}).image.samples);
}

TEST_F(ImageVerbs, convert_treats_alpha_as_told) {
    const std::string layers = makeLayers("a.exr"); // stored: 1 x 0.5
    const auto first = [&](const char* alpha) {
        EXPECT_EQ(convert(layers, "b.tif", {"--alpha", alpha, "--overwrite"}).exitCode, 0);
        return readImage(path("b.tif")).image;
    };
    EXPECT_EQ(first("auto").samples[0], 1.0F);
    EXPECT_EQ(first("premultiplied").samples[0], 1.0F);
    EXPECT_EQ(first("straight").samples[0], 0.5F);
    EXPECT_EQ(first("straight").mask[0], 0.5F);
    EXPECT_EQ(first("ignore").samples[0], 0.5F);
    EXPECT_TRUE(first("ignore").mask.empty());
}

TEST_F(ImageVerbs, convert_writes_png_of_8_bits_when_told) {
    const std::string flat = makeFlat("a.exr", 0.5f);
    EXPECT_EQ(convert(flat, "a.png", {"--format", "png8"}).exitCode, 0);
    EXPECT_EQ(readImageInfo(path("a.png")).channels[0].type, "uint8");
    EXPECT_EQ(valueIn("a.png"), 188.0F / 255.0F); // 0.735357 x 255 = 187.5
    EXPECT_EQ(convert(flat, "b.png").exitCode, 0);
    EXPECT_EQ(readImageInfo(path("b.png")).channels[0].type, "uint16");
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
