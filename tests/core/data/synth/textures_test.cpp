// Folders of PBR textures: which file is what, and what a map makes of them.
#include "core/base/error.h"
#include "core/data/synth/material_source.h"
#include "core/data/synth/picture.h"
#include "core/data/synth/texture_library.h"
#include "core/image/image_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

using namespace unlit;
using namespace unlit::synth;
using testing::ElementsAre;
using testing::HasSubstr;

namespace fs = std::filesystem;

namespace {

class Textures : public testing::Test {
protected:
    Textures()
        : m_folder(fs::path(testing::TempDir()) /
                   testing::UnitTest::GetInstance()->current_test_info()->name()) {
        fs::remove_all(m_folder);
        fs::create_directories(m_folder);
    }

    ~Textures() override { fs::remove_all(m_folder); }

    /// An 8-bit PNG of one colour, display values.
    void add(const std::string& name, float red, float green, float blue) const {
        Image image = makeImage(8, 8, {"R", "G", "B"}, ColorSpace::Srgb);
        std::ranges::fill(image.plane(0), red);
        std::ranges::fill(image.plane(1), green);
        std::ranges::fill(image.plane(2), blue);
        fs::create_directories((m_folder / name).parent_path());
        writeImage(m_folder / name, image, {FileFormat::Png8, false, false});
    }

    SurfaceSample sampleOf(const std::string& set) const {
        return TextureLibrary(m_folder).load(set, 8).map->sample({0.5F, 0.5F}, 0);
    }

    fs::path m_folder;
};

std::string messageOf(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

} // namespace

TEST_F(Textures, sets_are_found_by_the_endings_of_four_libraries) {
    add("wall/defense_wall_diff_1k.png", 0.5F, 0.5F, 0.5F);
    add("wall/defense_wall_nor_gl_1k.png", 0.5F, 0.5F, 1);
    add("wall/defense_wall_rough_1k.png", 0.3F, 0.3F, 0.3F);
    add("bark/albedo.png", 0.5F, 0.5F, 0.5F);
    add("chess/pawn_black_base_color.png", 0.2F, 0.2F, 0.2F);
    add("chess/pawn_white_base_color.png", 0.8F, 0.8F, 0.8F);
    add("chess/pawn_shared_roughness.png", 0.4F, 0.4F, 0.4F);
    add("radio/BoomBox_baseColor.png", 0.5F, 0.5F, 0.5F);
    add("radio/BoomBox_occlusionRoughnessMetallic.png", 1, 0.25F, 1);
    add("notes/readme_normal.png", 0.5F, 0.5F, 1);
    EXPECT_THAT(TextureLibrary(m_folder).names(),
                ElementsAre("bark", "chess/pawn_black", "chess/pawn_white", "radio", "wall"));
    EXPECT_NEAR(sampleOf("wall").roughness, 0.3F, 0.01F);
    EXPECT_NEAR(sampleOf("chess/pawn_white").roughness, 0.4F, 0.01F);
    EXPECT_NEAR(sampleOf("radio").roughness, 0.25F, 0.01F);
    EXPECT_NEAR(sampleOf("radio").metallic, 1, 0.01F);
    EXPECT_EQ(sampleOf("bark").metallic, 0);
}

TEST_F(Textures, a_folder_that_is_a_set_itself_lends_its_name) {
    add("slate/albedo.png", 0.5F, 0.5F, 0.5F);
    EXPECT_THAT(TextureLibrary(m_folder / "slate").names(), ElementsAre("slate"));
    EXPECT_THAT(TextureLibrary(m_folder / "slate" / "").names(), ElementsAre("slate"));
}

TEST_F(Textures, base_colour_becomes_linear_and_stays_in_range) {
    add("a/x_color.png", 188 / 255.0F, 1, 0);
    const SurfaceSample sample = sampleOf("a");
    EXPECT_NEAR(sample.color.x, 0.503F, 0.002F); // sRGB 188
    EXPECT_FLOAT_EQ(sample.color.y, 0.9F);
    EXPECT_FLOAT_EQ(sample.color.z, 0.03F);
}

TEST_F(Textures, normal_maps_bend_the_normal_as_their_direction_says) {
    // n = (0.6, 0, 0.8): the surface falls to the right with slope 0.75.
    add("gl/x_albedo.png", 0.5F, 0.5F, 0.5F);
    add("gl/x_normal.png", 0.8F, 0.5F, 0.9F);
    const TextureSet set = TextureLibrary(m_folder).load("gl", 8);
    EXPECT_NEAR(set.map->sample({0.5F, 0.5F}, 0).slopeU * set.relief, -0.75F, 0.03F);
    // Green up: OpenGL's faces up the picture, so heights fall upwards and rise down the rows.
    add("up/x_albedo.png", 0.5F, 0.5F, 0.5F);
    add("up/x_nor_gl.png", 0.5F, 0.8F, 0.9F);
    add("down/x_albedo.png", 0.5F, 0.5F, 0.5F);
    add("down/x_nor_dx.png", 0.5F, 0.8F, 0.9F);
    EXPECT_NEAR(sampleOf("up").slopeV * set.relief, 0.75F, 0.03F);
    EXPECT_NEAR(sampleOf("down").slopeV * set.relief, -0.75F, 0.03F);
}

TEST_F(Textures, a_folder_without_base_colours_says_what_it_looks_for) {
    add("a/x_normal.png", 0.5F, 0.5F, 1);
    EXPECT_THAT(messageOf([&] { TextureLibrary library(m_folder); }),
                HasSubstr("no base colour in " + m_folder.string()));
    EXPECT_THAT(messageOf([&] { TextureLibrary library(m_folder / "nowhere"); }),
                HasSubstr("nowhere"));
}

TEST_F(Textures, a_broken_file_is_named) {
    std::ofstream(m_folder / "x_albedo.png") << "no picture";
    const TextureLibrary library(m_folder);
    EXPECT_THAT(messageOf([&] { library.load(library.names().front(), 8); }),
                HasSubstr("x_albedo.png"));
}

TEST_F(Textures, gloss_and_smoothness_become_roughness) {
    add("megascans/abcd_2K_Albedo.png", 0.5F, 0.5F, 0.5F);
    add("megascans/abcd_2K_Gloss.png", 0.25F, 0.25F, 0.25F);
    EXPECT_NEAR(sampleOf("megascans").roughness, 0.75F, 0.01F);
    // Unity: metal in red, smoothness in alpha.
    add("unity/x_BaseColor.png", 0.5F, 0.5F, 0.5F);
    Image mask = makeImage(8, 8, {"R", "G", "B"}, ColorSpace::Raw);
    std::ranges::fill(mask.plane(0), 0.6F);
    mask.mask.assign(64, 0.2F);
    writeImage(m_folder / "unity/x_MaskMap.png", mask, {FileFormat::Png8, false, false});
    EXPECT_NEAR(sampleOf("unity").roughness, 0.8F, 0.01F);
    EXPECT_NEAR(sampleOf("unity").metallic, 0.6F, 0.01F);
}

TEST_F(Textures, packed_maps_have_their_channels) {
    add("ord/x_B.png", 0.5F, 0.5F, 0.5F);
    add("ord/x_N.png", 0.5F, 0.5F, 1);
    add("ord/x_ORDp.png", 1, 0.35F, 0.8F);
    EXPECT_NEAR(sampleOf("ord").roughness, 0.35F, 0.01F);
    EXPECT_NEAR(sampleOf("ord").height, 0.8F, 0.01F);
    EXPECT_EQ(sampleOf("ord").metallic, 0);
}

TEST_F(Textures, what_opacity_cuts_out_is_masked) {
    add("leaf/x_Albedo.png", 0.5F, 0.5F, 0.5F);
    add("leaf/x_Opacity.png", 0, 0, 0);
    EXPECT_EQ(sampleOf("leaf").cutOut, 1);
    add("stone/x_Albedo.png", 0.5F, 0.5F, 0.5F);
    EXPECT_EQ(sampleOf("stone").cutOut, 0);
    const auto library = std::make_shared<TextureLibrary>(m_folder);
    const auto shareOf = [&](const std::string& only) {
        const MaterialSource materials(namesBeside({}, {only}, library.get()), library);
        const auto picture = makePicture(materials, {32, 4, 7}, 0, {});
        double sum = 0;
        for (const float value : picture->pair.mask.samples)
            sum += value;
        return sum / static_cast<double>(picture->pair.mask.samples.size());
    };
    EXPECT_EQ(shareOf("leaf"), 0);
    EXPECT_GT(shareOf("stone"), 0.2);
}

TEST_F(Textures, one_broken_set_is_replaced_and_named) {
    add("good/x_Albedo.png", 0.5F, 0.5F, 0.5F);
    fs::create_directories(m_folder / "bad");
    std::ofstream(m_folder / "bad/x_Albedo.png") << "no picture";
    const auto library = std::make_shared<TextureLibrary>(m_folder);
    const MaterialSource materials(namesBeside({}, {"good", "bad"}, library.get()), library);
    Random random(1, 2, 3);
    EXPECT_EQ(materials.make("textures/bad", 8, random).family, "textures/good");
    ASSERT_THAT(materials.broken(), testing::SizeIs(1));
    EXPECT_THAT(materials.broken().at("textures/bad"), HasSubstr("bad/x_Albedo.png"));
    const MaterialSource nothing(namesBeside({}, {"bad"}, library.get()), library);
    EXPECT_THAT(messageOf([&] { nothing.make("textures/bad", 8, random); }),
                HasSubstr("bad/x_Albedo.png"));
}

TEST_F(Textures, can_be_held_out_by_name) {
    add("wall/x_diff.png", 0.5F, 0.5F, 0.5F);
    add("bark/albedo.png", 0.5F, 0.5F, 0.5F);
    const auto library = std::make_shared<TextureLibrary>(m_folder);
    const MaterialSource materials({"wall"}, library);
    EXPECT_THAT(materials.names(), testing::Contains("textures/bark"));
    EXPECT_THAT(materials.names(), testing::Not(testing::Contains("textures/wall")));
}
