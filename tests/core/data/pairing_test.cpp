// Which files and layers make a pair: by key and table, never by order.
#include "core/data/pairing/file_key.h"
#include "core/data/pairing/pairing.h"
#include "tests/core/data/test_scene.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

using namespace unlit;
using namespace unlit::data;
using namespace unlit::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// Pairs by name: for files that are no EXR nothing is opened.
class Pairing : public testing::Test {
protected:
    void touch(const std::vector<std::string>& names) const {
        for (const std::string& name : names) {
            std::filesystem::create_directories((m_folder / name).parent_path());
            std::ofstream(m_folder / name) << "x";
        }
    }

    PairingResult find(const LayerChoice& choice = {}) const {
        return findPairs(*PictureSource::open(m_folder.path()), choice).value();
    }

    /// "beauty + albedo [+ mask]" of each pair.
    std::vector<std::string> pairs() const {
        std::vector<std::string> texts;
        for (const FoundPair& found : find().pairs)
            texts.push_back(toText(found.pair.beauty) + " + " + toText(found.pair.albedo) +
                            (found.pair.mask ? " + " + toText(*found.pair.mask) : ""));
        return texts;
    }

    static LayerInfo layer(const std::string& name) { return {name, {"R", "G", "B"}, 0, true}; }

    TempFolder m_folder;
};

std::string layersOf(const std::vector<LayerInfo>& layers) {
    std::string text;
    for (const LayerPair& pair : pairLayers(layers, {}, *LayerTable::builtIn()))
        text += pair.beauty + "+" + pair.albedo + ";";
    return text;
}

} // namespace

TEST_F(Pairing, suffixes_of_many_makers_are_known) {
    touch({"hall_beauty.png", "hall_albedo.png", "hall_normal.png", "Rock_Render.png",
           "Rock_BaseColor.png", "abcd_4K_Beauty.png", "abcd_4K_Albedo.png", "wood_rgb.jpg",
           "wood_diff.jpg", "000_im.png", "000_albedo.png", "000_mask.png", "tin_rgba.tif",
           "tin_Base_Color.tif", "lab_original.png", "lab_reflectance.png", "lab_diffuse.png"});
    EXPECT_THAT(pairs(), testing::UnorderedElementsAre("000_im.png + 000_albedo.png + 000_mask.png",
                                                       "Rock_Render.png + Rock_BaseColor.png",
                                                       "abcd_4K_Beauty.png + abcd_4K_Albedo.png",
                                                       "hall_beauty.png + hall_albedo.png",
                                                       "lab_original.png + lab_reflectance.png",
                                                       "tin_rgba.tif + tin_Base_Color.tif",
                                                       "wood_rgb.jpg + wood_diff.jpg"));
}

TEST_F(Pairing, frames_and_folders_are_part_of_the_key) {
    touch({"beauty/0001.png", "beauty/0002.png", "albedo/0002.png", "albedo/0003.png",
           "shot.beauty.0010.png", "shot.albedo.0010.png", "shot.albedo.0011.png",
           "FinalImage/seq.0001.png", "FinalImageBaseColor/seq.0001.png"});
    EXPECT_THAT(pairs(), testing::UnorderedElementsAre(
                             "FinalImage/seq.0001.png + FinalImageBaseColor/seq.0001.png",
                             "beauty/0002.png + albedo/0002.png",
                             "shot.beauty.0010.png + shot.albedo.0010.png"));
    const auto leftOvers = find().leftOvers;
    ASSERT_EQ(leftOvers.size(), 3U);
    EXPECT_EQ(leftOvers[0].path, "albedo/0003.png");
    EXPECT_THAT(leftOvers[0].reason, HasSubstr("no beauty has its key '0003'"));
}

TEST_F(Pairing, the_order_of_names_never_makes_a_pair) {
    touch({"beauty/a.png", "beauty/b.png", "albedo/c.png", "albedo/d.png"});
    EXPECT_THAT(pairs(), IsEmpty());
    EXPECT_EQ(find().leftOvers.size(), 4U);
}

TEST_F(Pairing, a_bare_name_is_the_beauty_of_its_albedo) {
    touch({"hall.png", "hall_albedo.png", "painted_metal.png", "painted_metal_albedo.png",
           "other.png"});
    EXPECT_THAT(pairs(), ElementsAre("hall.png + hall_albedo.png",
                                     "painted_metal.png + painted_metal_albedo.png"));
}

TEST_F(Pairing, color_is_the_albedo_of_a_beauty_and_the_beauty_of_an_albedo) {
    touch({"a_color.png", "a_beauty.png", "b_color.png", "b_albedo.png"});
    EXPECT_THAT(pairs(), ElementsAre("a_beauty.png + a_color.png", "b_color.png + b_albedo.png"));
}

TEST_F(Pairing, the_same_kind_of_file_is_preferred_and_the_copy_explained) {
    touch({"a_beauty.png", "a_beauty.jpg", "a_albedo.png"});
    EXPECT_THAT(pairs(), ElementsAre("a_beauty.png + a_albedo.png"));
    ASSERT_EQ(find().leftOvers.size(), 1U);
    EXPECT_THAT(find().leftOvers[0].reason, HasSubstr("a_beauty.png"));
}

TEST_F(Pairing, two_files_for_one_place_are_both_left_over) {
    touch({"a_beauty.png", "A_Beauty.png", "a_albedo.png"});
    EXPECT_THAT(pairs(), IsEmpty());
    for (const LeftOver& leftOver : find().leftOvers)
        EXPECT_THAT(leftOver.reason, HasSubstr("claim the same place"));
}

TEST_F(Pairing, sizes_in_names_may_differ_when_nothing_else_fits) {
    touch({"rock_4K_albedo.png", "rock_2K_beauty.png"});
    EXPECT_THAT(pairs(), ElementsAre("rock_2K_beauty.png + rock_4K_albedo.png"));
}

TEST_F(Pairing, every_pair_and_every_left_over_has_a_reason) {
    touch({"a_beauty.png", "a_albedo.png", "b_roughness.png", "notes.txt", "c_beauty.png"});
    const PairingResult result = find();
    ASSERT_EQ(result.pairs.size(), 1U);
    EXPECT_EQ(result.pairs[0].key, "a");
    EXPECT_THAT(result.pairs[0].reason, HasSubstr("same key 'a'"));
    EXPECT_EQ(result.leftOvers.size(), 3U);
    for (const LeftOver& leftOver : result.leftOvers)
        EXPECT_FALSE(leftOver.reason.empty());
    EXPECT_EQ(result.files, 5U);
}

TEST_F(Pairing, layers_pair_within_their_prefix) {
    EXPECT_EQ(
        layersOf({layer("ViewLayer.Combined"), layer("ViewLayer.DiffCol"),
                  layer("ViewLayer.DiffDir"), layer("Props.Combined"), layer("Props.DiffCol")}),
        "Props.Combined+Props.DiffCol;ViewLayer.Combined+ViewLayer.DiffCol;");
    EXPECT_EQ(layersOf({layer("ViewLayer.Combined"), layer("ViewLayer.Diffuse Color")}),
              "ViewLayer.Combined+ViewLayer.Diffuse Color;");
    EXPECT_EQ(layersOf({layer("rgba.left"), layer("albedo.left"), layer("rgba.right"),
                        layer("albedo.right")}),
              "rgba.left+albedo.left;rgba.right+albedo.right;");
    EXPECT_EQ(layersOf({layer(""), layer("Extra.diffuse_albedo")}), "+Extra.diffuse_albedo;");
}

TEST_F(Pairing, the_diffuse_colour_is_taken_before_other_albedos_and_lit_passes) {
    EXPECT_EQ(layersOf({layer(""), layer("albedo"), layer("diffuse_albedo"), layer("diffuse")}),
              "+diffuse_albedo;");
    EXPECT_EQ(layersOf({layer(""), layer("Denoising Albedo"), layer("DiffCol")}), "+DiffCol;");
    EXPECT_EQ(layersOf({layer(""), layer("VRayDiffuseFilter")}), "+VRayDiffuseFilter;");
    EXPECT_EQ(layersOf({layer("FinalImage"), layer("FinalImageBaseColor")}),
              "FinalImage+FinalImageBaseColor;");
    EXPECT_EQ(layersOf({layer(""), layer("diffuse_direct"), layer("specular_albedo")}), "");
    EXPECT_EQ(layersOf({layer(""), layer("Diffuse")}), "");
}

TEST_F(Pairing, layers_of_a_real_file_and_a_users_choice) {
    const ScenePair scene = makeScene(2, 24, 16);
    writeLayeredExr(m_folder / "a.exr",
                    {{"", &scene.beauty}, {"paint", &scene.albedo}, {"lit", &scene.beauty}}, {});
    EXPECT_THAT(find().pairs, IsEmpty());
    EXPECT_THAT(find().leftOvers.at(0).reason, HasSubstr("(unnamed), lit, paint"));
    const PairingResult chosen = find({"", "paint"});
    ASSERT_EQ(chosen.pairs.size(), 1U);
    EXPECT_EQ(chosen.pairs[0].pair.albedo, (PictureRef{"a.exr", "paint"}));
    EXPECT_EQ(chosen.pairs[0].pair.beauty, (PictureRef{"a.exr", ""}));
}

TEST_F(Pairing, a_broken_exr_is_left_over_with_its_error) {
    touch({"bad.exr"});
    ASSERT_EQ(find().leftOvers.size(), 1U);
    EXPECT_THAT(find().leftOvers[0].reason, HasSubstr("cannot be read"));
}

TEST_F(Pairing, when_it_is_enough_what_was_found_is_kept) {
    touch({"a_beauty.png", "a_albedo.png", "b_beauty.png", "b_albedo.png"});
    std::stop_source enough;
    const auto found = findPairs(
        *PictureSource::open(m_folder.path()), {},
        [&](std::size_t done, std::size_t) {
            if (done == 2)
                enough.request_stop();
        },
        {}, enough.get_token());
    ASSERT_TRUE(found);
    ASSERT_EQ(found->pairs.size(), 1U);
    EXPECT_EQ(found->pairs[0].pair.beauty.path, "a_beauty.png");
    EXPECT_EQ(found->files, 4U);
    EXPECT_EQ(found->unseen, 2U);
}

TEST_F(Pairing, stopping_gives_nothing) {
    touch({"a_beauty.png", "a_albedo.png"});
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(findPairs(*PictureSource::open(m_folder.path()), {}, {}, stop.get_token()));
}

TEST_F(Pairing, hypersim_and_denoisers_are_paired) {
    touch({"s/frame.0001.color.png", "s/frame.0001.diffuse_reflectance.png",
           "s/frame.0001.diffuse_illumination.png", "s/frame.0001.residual.png",
           "p/frame.0001.tonemap.jpg", "p/frame.0001.diffuse_reflectance.jpg", "a_beauty.png",
           "a_diffuse_reflectance.png", "room_0004spp.hdr.png", "room_0004spp.alb.png",
           "room_0004spp.nrm.png"});
    EXPECT_THAT(pairs(), testing::UnorderedElementsAre(
                             "a_beauty.png + a_diffuse_reflectance.png",
                             "p/frame.0001.tonemap.jpg + p/frame.0001.diffuse_reflectance.jpg",
                             "room_0004spp.hdr.png + room_0004spp.alb.png",
                             "s/frame.0001.color.png + s/frame.0001.diffuse_reflectance.png"));
}

TEST_F(Pairing, whatever_layers_are_called_files_may_be_called) {
    touch({"a_beauty.png", "a_vray_diffuse_filter.png", "a_MotionVectors.png", "b_FinalImage.png",
           "b_VisibleDiffuse.png", "c_beauty.png", "c_VRayDiffuse.png"});
    EXPECT_THAT(pairs(), testing::UnorderedElementsAre("a_beauty.png + a_vray_diffuse_filter.png",
                                                       "b_FinalImage.png + b_VisibleDiffuse.png"));
}

TEST_F(Pairing, a_beauty_whose_name_ends_as_a_beautys_keeps_its_own_albedo) {
    touch({"hall_hdr.png", "hall_hdr_albedo.png", "yard_render.png", "yard_render_albedo.png"});
    EXPECT_THAT(pairs(), testing::UnorderedElementsAre("hall_hdr.png + hall_hdr_albedo.png",
                                                       "yard_render.png + yard_render_albedo.png"));
}

TEST_F(Pairing, numbers_may_follow_a_role_without_a_sign_between) {
    touch({"beauty1.png", "albedo1.png", "beauty12.png", "albedo12.png"});
    EXPECT_THAT(pairs(), testing::UnorderedElementsAre("beauty1.png + albedo1.png",
                                                       "beauty12.png + albedo12.png"));
}

// "é" as one letter, and as "e" with an accent behind it: Unicode's forms C and D.
TEST_F(Pairing, names_are_letters_not_bytes) {
    touch({"caf\xC3\xA9_beauty.png", "cafe\xCC\x81_albedo.png", "\xC3\x89t\xC3\xA9_beauty.png",
           "\xC3\xA9t\xC3\xA9_albedo.png", "bad\xFF_beauty.png", "bad\xFF_albedo.png"});
    EXPECT_EQ(pairs().size(), 3U);
}

TEST_F(Pairing, what_finders_leave_beside_files_is_no_picture) {
    touch({"a_beauty.png", "a_albedo.png", "._a_beauty.png", "._a_albedo.png", "b/._x_albedo.png"});
    EXPECT_THAT(pairs(), ElementsAre("a_beauty.png + a_albedo.png"));
    EXPECT_THAT(find().leftOvers, IsEmpty());
}

TEST_F(Pairing, a_list_finds_files_by_letters) {
    touch({"cafe\xCC\x81.png"});
    const auto source = PictureSource::open(m_folder.path());
    EXPECT_TRUE(source->has("caf\xC3\xA9.png"));
    EXPECT_FALSE(source->has("cafe.png"));
    EXPECT_EQ(source->stamp("caf\xC3\xA9.png").size, 1U);
}

TEST_F(Pairing, passes_of_many_renderers_find_each_other) {
    touch({"karma.C.0001.png", "karma.basecolor.0001.png", "man.Ci.0001.png", "man.albedo.0001.png",
           "vray.effectsResult.0001.png", "vray.diffuseFilter.0001.png", "corona.0001.png",
           "corona.CShading_Albedo.0001.png", "Shot.0001.png",
           "Shot.BufferVisualizationBaseColor.0001.png", "S_Lit_0001.png", "S_BaseColor_0001.png",
           "Seq.FinalImagePWM_Cinecam.0001.png", "Seq.FinalImageBaseColor.0001.png",
           "room/1/rgb_rawlight.png", "room/1/rgb_warmlight.png", "room/1/albedo.png",
           "clean/alley/frame_0001.png", "albedo/alley/frame_0001.png"});
    EXPECT_THAT(pairs(),
                testing::UnorderedElementsAre(
                    "S_Lit_0001.png + S_BaseColor_0001.png",
                    "Seq.FinalImagePWM_Cinecam.0001.png + Seq.FinalImageBaseColor.0001.png",
                    "Shot.0001.png + Shot.BufferVisualizationBaseColor.0001.png",
                    "clean/alley/frame_0001.png + albedo/alley/frame_0001.png",
                    "corona.0001.png + corona.CShading_Albedo.0001.png",
                    "karma.C.0001.png + karma.basecolor.0001.png",
                    "man.Ci.0001.png + man.albedo.0001.png",
                    "room/1/rgb_rawlight.png + room/1/albedo.png",
                    "vray.effectsResult.0001.png + vray.diffuseFilter.0001.png"));
}

TEST_F(Pairing, of_arnolds_albedos_the_diffuse_one_is_taken) {
    touch({"a.RGBA.0001.png", "a.albedo.0001.png", "a.diffuse_albedo.0001.png"});
    EXPECT_THAT(pairs(), ElementsAre("a.RGBA.0001.png + a.diffuse_albedo.0001.png"));
}

TEST_F(Pairing, letters_beside_letters_are_views_and_no_pairs) {
    touch({"x_a.png", "x_c.png", "y_c.png", "y_d.png"});
    EXPECT_THAT(pairs(), IsEmpty());
}
