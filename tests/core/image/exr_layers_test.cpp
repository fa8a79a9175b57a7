#include "core/image/image_file.h"

#include "tests/core/image/exr_test_files.h"
#include "tests/core/image/image_test_support.h"

#include <gtest/gtest.h>

using namespace unlit;

namespace {

class ExrLayersTest : public ImageFolderTest {
protected:
    std::vector<std::string> layerNames() const {
        std::vector<std::string> names;
        for (const LayerInfo& layer : readImageInfo(path()).layers)
            names.push_back(layer.name);
        return names;
    }

    std::filesystem::path path() const { return folder / "layers.exr"; }

    LoadedImage read(const std::string& layer = "") const { return readImage(path(), {layer, {}}); }
};

ExrFill rgb(const std::string& prefix, float value) {
    return {{prefix + "R", value}, {prefix + "G", value}, {prefix + "B", value}};
}

ExrFill operator+(ExrFill a, const ExrFill& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

} // namespace

TEST_F(ExrLayersTest, blender_file_opens_on_combined_and_gives_diffcol_by_its_last_part) {
    writeExrFile(path(), rgb("ViewLayer.Combined.", 0.5F) + rgb("ViewLayer.DiffCol.", 0.25F) +
                             ExrFill{{"ViewLayer.Combined.A", 1.0F}, {"ViewLayer.Depth.Z", 9.0F}});
    EXPECT_EQ(layerNames(), (std::vector<std::string>{"ViewLayer.Combined", "ViewLayer.Depth",
                                                      "ViewLayer.DiffCol"}));
    EXPECT_EQ(read().layer, "ViewLayer.Combined");
    EXPECT_EQ(read().image.samples[0], 0.5F);
    EXPECT_EQ(read("ViewLayer.DiffCol").image.samples[0], 0.25F);
    EXPECT_EQ(read("viewlayer.diffcol").layer, "ViewLayer.DiffCol");
    EXPECT_EQ(read("diffcol").layer, "ViewLayer.DiffCol");
    EXPECT_TRUE(read("DiffCol").image.mask.empty());
}

TEST_F(ExrLayersTest, the_unnamed_layer_comes_first) {
    writeExrFile(path(), rgb("", 0.1F) + rgb("Beauty.", 0.2F) + rgb("albedo.", 0.3F));
    EXPECT_EQ(read().layer, "");
    EXPECT_EQ(read().image.samples[0], 0.1F);
    EXPECT_EQ(read("ALBEDO").image.samples[0], 0.3F);
}

TEST_F(ExrLayersTest, lower_case_and_spelled_out_channels_are_colours) {
    writeExrFile(path(), {{"character.red", 0.1F},
                          {"character.green", 0.2F},
                          {"character.blue", 0.3F},
                          {"character.alpha", 0.5F}});
    const LoadedImage picture = read();
    EXPECT_EQ(picture.image.plane(0)[0], 0.2F); // divided by alpha
    EXPECT_EQ(picture.image.plane(2)[0], 0.6F);
    EXPECT_EQ(picture.image.mask[0], 0.5F);
}

TEST_F(ExrLayersTest, data_is_never_taken_for_a_picture_unasked) {
    writeExrFile(path(), rgb("Normal.", 0.1F) + rgb("crypto_object00.", 0.2F) +
                             rgb("diffuse.", 0.3F) +
                             ExrFill{{"N.X", 4.0F}, {"N.Y", 5.0F}, {"N.Z", 6.0F}});
    EXPECT_EQ(read().layer, "diffuse");
    const LoadedImage normals = read("N");
    EXPECT_EQ(normals.image.space, ColorSpace::Raw);
    EXPECT_EQ(normals.image.plane(0)[0], 4.0F);
    EXPECT_EQ(normals.image.plane(2)[0], 6.0F);
    EXPECT_EQ(read("Normal").image.space, ColorSpace::Raw);
}

TEST_F(ExrLayersTest, a_single_channel_can_be_asked_for_by_its_name) {
    writeExrFile(path(), rgb("", 0.1F) + ExrFill{{"depth.Z", 7.0F}});
    const LoadedImage depth = read("depth.Z");
    EXPECT_EQ(depth.image.samples, std::vector<float>(24, 7.0F));
    EXPECT_EQ(depth.image.space, ColorSpace::Raw);
}

TEST_F(ExrLayersTest, an_unknown_layer_is_an_error_that_lists_the_known_ones) {
    writeExrFile(path(), rgb("", 0.1F) + rgb("albedo.", 0.3F));
    const Error error = errorOf([&] { read("albdo"); });
    EXPECT_EQ(error.kind(), ErrorKind::NotFound);
    EXPECT_NE(std::string(error.what()).find("layers.exr"), std::string::npos);
    EXPECT_NE(error.hint().find("albedo"), std::string::npos);
    EXPECT_NE(error.hint().find("(unnamed)"), std::string::npos);
}

TEST_F(ExrLayersTest, a_name_that_fits_two_layers_is_an_error_that_says_both) {
    writeExrFile(path(), rgb("Left.DiffCol.", 0.1F) + rgb("Right.DiffCol.", 0.3F));
    const std::string text = errorOf([&] { read("DiffCol"); }).what();
    EXPECT_NE(text.find("Left.DiffCol"), std::string::npos) << text;
    EXPECT_NE(text.find("Right.DiffCol"), std::string::npos) << text;
}

TEST_F(ExrLayersTest, parts_name_the_layers_of_a_multi_part_file) {
    writeMultiPartExrFile(path(), {{"albedo", rgb("", 0.3F)},
                                   {"rgba", rgb("", 0.5F)},
                                   {"spec", rgb("spec.", 0.7F)},
                                   {"depth", {{"Z", 2.0F}}}});
    EXPECT_EQ(layerNames(), (std::vector<std::string>{"albedo", "rgba", "spec", "depth"}));
    EXPECT_EQ(read().layer, "rgba"); // a beauty by name, though not first
    EXPECT_EQ(read().image.samples[0], 0.5F);
    EXPECT_EQ(read("albedo").image.samples[0], 0.3F);
    EXPECT_EQ(read("spec").image.samples[0], 0.7F);
    EXPECT_EQ(read("depth").image.samples[0], 2.0F);
    EXPECT_EQ(readImageInfo(path()).parts, 4);
}

TEST_F(ExrLayersTest, a_written_layered_file_comes_back_layer_by_layer) {
    const Image beauty = countingImage(3, 2, 0.1F, ColorSpace::Linear);
    const Image albedo = countingImage(3, 2, 0.01F, ColorSpace::Linear);
    Image doubt = makeImage(3, 2, {"Y"}, ColorSpace::Raw);
    doubt.samples = {0, 1, 2, 3, 4, 5};
    writeLayeredExr(path(), {{"", &albedo}, {"beauty", &beauty}, {"albedo.uncertainty", &doubt}},
                    {FileFormat::Exr, false, false});
    EXPECT_EQ(read().image.samples, albedo.samples);
    EXPECT_EQ(read("beauty").image.samples, beauty.samples);
    const LoadedImage uncertainty = read("uncertainty");
    EXPECT_EQ(uncertainty.layer, "albedo.uncertainty");
    EXPECT_EQ(
        std::vector<float>(uncertainty.image.plane(2).begin(), uncertainty.image.plane(2).end()),
        doubt.samples);
}

TEST_F(ExrLayersTest, other_formats_have_no_layers) {
    writeImage(folder / "a.png", countingImage(2, 2, 0.1F, ColorSpace::Srgb),
               {FileFormat::Png8, false, false});
    const Error error = errorOf([&] { readImage(folder / "a.png", {"albedo", {}}); });
    EXPECT_EQ(error.kind(), ErrorKind::NotFound);
}

TEST_F(ExrLayersTest, names_that_begin_with_a_dot_are_the_unnamed_layer_or_one_of_their_own) {
    writeExrFile(path(), {{".R", 0.1F}, {".G", 0.2F}, {".B", 0.3F}});
    EXPECT_EQ(layerNames(), std::vector<std::string>{""});
    EXPECT_EQ(read().image.plane(0)[0], 0.1F);
    EXPECT_EQ(read().image.plane(2)[0], 0.3F);
    writeExrFile(path(),
                 rgb("", 0.6F) + ExrFill{{".R", 0.1F}, {".G", 0.2F}, {".B", 0.3F}, {".A", 0.5F}});
    EXPECT_EQ(layerNames(), (std::vector<std::string>{"", "."}));
    EXPECT_EQ(read().image.plane(0)[0], 0.6F);
    EXPECT_TRUE(read().image.mask.empty());
    EXPECT_EQ(read(".").image.plane(1)[0], 0.4F); // divided by its alpha
    writeExrFile(path(), {{"R.", 0.1F}, {"G.", 0.2F}, {"B.", 0.3F}});
    EXPECT_EQ(read().image.plane(1)[0], 0.2F);
}

TEST_F(ExrLayersTest, brackets_and_small_letters_are_spellings) {
    writeExrFile(path(), rgb("", 0.6F) + ExrFill{{"DiffuseFilter.[red]", 0.1F},
                                                 {"DiffuseFilter.[green]", 0.2F},
                                                 {"DiffuseFilter.[blue]", 0.3F},
                                                 {"N.x", 4.0F},
                                                 {"N.y", 5.0F},
                                                 {"N.z", 6.0F},
                                                 {"uv.u", 7.0F},
                                                 {"uv.v", 8.0F}});
    const LoadedImage albedo = read("albedo");
    EXPECT_EQ(albedo.layer, "DiffuseFilter");
    EXPECT_EQ(albedo.image.plane(0)[0], 0.1F);
    EXPECT_EQ(albedo.image.plane(2)[0], 0.3F);
    EXPECT_EQ(albedo.image.space, ColorSpace::Linear);
    EXPECT_EQ(read("N").image.plane(1)[0], 5.0F);
    EXPECT_EQ(read("uv").image.plane(1)[0], 8.0F);
    EXPECT_NE(read("N").spaceReason.find("'N.x', 'N.y', 'N.z'"), std::string::npos);
}

TEST_F(ExrLayersTest, names_without_a_dot_before_the_colour_are_layers) {
    writeExrFile(path(), {{"LeR", 0.1F},
                          {"LeG", 0.2F},
                          {"LeB", 0.3F},
                          {"albedo_red", 0.4F},
                          {"albedo_green", 0.5F},
                          {"albedo_blue", 0.6F},
                          {"N_[R]", 0.7F},
                          {"N_[G]", 0.8F},
                          {"N_[B]", 0.9F},
                          {"dzdx", 7.0F},
                          {"dzdy", 8.0F}});
    EXPECT_EQ(read("Le").image.plane(2)[0], 0.3F);
    EXPECT_EQ(read("albedo").image.plane(1)[0], 0.5F);
    EXPECT_EQ(read("dzdy").image.plane(0)[0], 8.0F);
    EXPECT_EQ(read("N").image.plane(2)[0], 0.9F);
    EXPECT_EQ(layerNames(), (std::vector<std::string>{"", "Le", "N", "albedo"}));
}

TEST_F(ExrLayersTest, a_prefix_that_repeats_the_part_is_read_by_its_whole_names) {
    writeMultiPartExrFile(path(), {{"beauty.left", rgb("beauty.", 0.1F) + ExrFill{{"Z", 9.0F}}},
                                   {"beauty.right", rgb("beauty.", 0.2F) + rgb("", 0.3F)}});
    EXPECT_EQ(read().layer, "beauty.left");
    EXPECT_EQ(read().image.samples[0], 0.1F);
    // Two channels R in one part are two layers.
    EXPECT_EQ(layerNames(),
              (std::vector<std::string>{"beauty.left", "beauty.right", "beauty.right.beauty"}));
    EXPECT_EQ(read("beauty.right").image.samples[0], 0.3F);
    EXPECT_EQ(read("beauty.right.beauty").image.samples[0], 0.2F);
}

TEST_F(ExrLayersTest, a_file_without_colours_says_what_is_shown_in_their_place) {
    writeExrFile(path(), {{"velocity", 7.0F}, {"weight", 8.0F}});
    const LoadedImage picture = read();
    EXPECT_EQ(picture.image.space, ColorSpace::Raw);
    EXPECT_NE(picture.spaceReason.find("'velocity' is shown as grey"), std::string::npos)
        << picture.spaceReason;
}

TEST_F(ExrLayersTest, thousands_of_layers_are_grouped_by_their_names) {
    constexpr int count = 4000; // a comparison of each with each would be seen
    ExrFill channels;
    for (int i = 0; i < count; ++i)
        channels = std::move(channels) + rgb("light" + std::to_string(10000 + i) + ".", 0.5F);
    channels = std::move(channels) + rgb("albedo_", 0.25F);
    writeExrFile(path(), channels);
    const std::vector<std::string> names = layerNames();
    ASSERT_EQ(names.size(), count + 1U);
    EXPECT_EQ(names.front(), "albedo");
    EXPECT_EQ(names.back(), "light13999");
    EXPECT_EQ(read("albedo").image.samples[0], 0.25F);
}
