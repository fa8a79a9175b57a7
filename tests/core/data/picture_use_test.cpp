// What of a drop is there to be de-lit: folders as texture libraries and renderers name them.
#include "core/data/pairing/picture_use.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

using namespace unlit::data;

namespace {

/// "input name" or "map name" …, a line for each file.
std::string told(const std::vector<std::filesystem::path>& files) {
    std::string text;
    for (const SortedPicture& picture : sortPictures(files)) {
        constexpr std::array words{"input", "map", "albedo", "result"};
        text += (picture.isBaseColor ? "base" : words.at(static_cast<std::size_t>(picture.use)));
        text += " " + picture.path.filename().string() + "\n";
    }
    return text;
}

} // namespace

TEST(PictureUse, of_a_texture_set_only_the_base_colour_is_de_lit) {
    EXPECT_EQ(told({"/l/wood_xyz_2K_Albedo.jpg", "/l/wood_xyz_2K_Normal.jpg",
                    "/l/wood_xyz_2K_Normal_LOD0.jpg", "/l/wood_xyz_2K_Gloss.jpg",
                    "/l/wood_xyz_2K_AO.jpg", "/l/wood_xyz_2K_Displacement.exr",
                    "/l/wood_xyz_2K_Opacity.jpg", "/l/wood_xyz_2K_Translucency.jpg"}),
              "base wood_xyz_2K_Albedo.jpg\nmap wood_xyz_2K_Normal.jpg\n"
              "map wood_xyz_2K_Normal_LOD0.jpg\nmap wood_xyz_2K_Gloss.jpg\n"
              "map wood_xyz_2K_AO.jpg\nmap wood_xyz_2K_Displacement.exr\n"
              "map wood_xyz_2K_Opacity.jpg\nmap wood_xyz_2K_Translucency.jpg\n");
    EXPECT_EQ(told({"/u/T_Rock_D.png", "/u/T_Rock_N.png", "/u/T_Rock_ORDp.png"}),
              "base T_Rock_D.png\nmap T_Rock_N.png\nmap T_Rock_ORDp.png\n");
    EXPECT_EQ(told({"/q/abc_B.jpg", "/q/abc_N.jpg", "/q/abc_ORM.jpg"}),
              "base abc_B.jpg\nmap abc_N.jpg\nmap abc_ORM.jpg\n");
    EXPECT_EQ(told({"/p/plank_diff_4k.png", "/p/plank_nor_gl_4k.exr", "/p/plank_rough_4k.jpg",
                    "/p/plank_arm_4k.jpg", "/p/plank_disp_4k.png"}),
              "base plank_diff_4k.png\nmap plank_nor_gl_4k.exr\nmap plank_rough_4k.jpg\n"
              "map plank_arm_4k.jpg\nmap plank_disp_4k.png\n");
    EXPECT_EQ(told({"/a/Bricks01_2K_Color.jpg", "/a/Bricks01_2K_NormalDX.jpg",
                    "/a/Bricks01_2K_NormalGL.jpg", "/a/Bricks01_2K_Roughness.jpg",
                    "/a/Bricks01_2K_AmbientOcclusion.jpg"}),
              "base Bricks01_2K_Color.jpg\nmap Bricks01_2K_NormalDX.jpg\n"
              "map Bricks01_2K_NormalGL.jpg\nmap Bricks01_2K_Roughness.jpg\n"
              "map Bricks01_2K_AmbientOcclusion.jpg\n");
    EXPECT_EQ(told({"/m/wall_albedo.1001.exr", "/m/wall_albedo.1002.exr", "/m/wall_normal.1001.exr",
                    "/m/wall_normal.1002.exr"}),
              "base wall_albedo.1001.exr\nbase wall_albedo.1002.exr\n"
              "map wall_normal.1001.exr\nmap wall_normal.1002.exr\n");
}

TEST(PictureUse, maps_are_known_by_the_names_of_every_library) {
    EXPECT_EQ(told({"/p/Dirt1_COL_2K_METALNESS.jpg", "/p/Dirt1_NRM_2K_METALNESS.jpg",
                    "/p/Dirt1_NRM16_2K_METALNESS.tif", "/p/Dirt1_DISP16_2K_METALNESS.tif",
                    "/p/Dirt1_METALNESS_2K_METALNESS.jpg", "/p/Dirt1_ROUGHNESS_2K_METALNESS.jpg"}),
              "base Dirt1_COL_2K_METALNESS.jpg\nmap Dirt1_NRM_2K_METALNESS.jpg\n"
              "map Dirt1_NRM16_2K_METALNESS.tif\nmap Dirt1_DISP16_2K_METALNESS.tif\n"
              "map Dirt1_METALNESS_2K_METALNESS.jpg\nmap Dirt1_ROUGHNESS_2K_METALNESS.jpg\n");
    EXPECT_EQ(told({"/p/Sand2_COL_2K.jpg", "/p/Sand2_REFL_2K.jpg", "/p/Sand2_GLOSS_2K.jpg",
                    "/p/Sand2_SSS_2K.jpg", "/p/Sand2_IDMAP_2K.jpg"}),
              "base Sand2_COL_2K.jpg\nmap Sand2_REFL_2K.jpg\nmap Sand2_GLOSS_2K.jpg\n"
              "map Sand2_SSS_2K.jpg\nmap Sand2_IDMAP_2K.jpg\n");
    EXPECT_EQ(
        told({"/s/Bricks_Base_Color.png", "/s/Bricks_Normal_OpenGL.png", "/s/Bricks_Mixed_AO.png",
              "/s/Bricks_Height.png", "/s/Bricks_Emissive.png", "/s/Bricks_World_Space_Normals.png",
              "/s/Bricks_Specular_Level.png", "/s/Bricks_Anisotropy_Angle.png"}),
        "base Bricks_Base_Color.png\nmap Bricks_Normal_OpenGL.png\n"
        "map Bricks_Mixed_AO.png\nmap Bricks_Height.png\nmap Bricks_Emissive.png\n"
        "map Bricks_World_Space_Normals.png\nmap Bricks_Specular_Level.png\n"
        "map Bricks_Anisotropy_Angle.png\n");
    EXPECT_EQ(
        told({"/h/leaf_diff_1k.png", "/h/leaf_nor_dx_1k.png", "/h/leaf_anisotropy_rotation_1k.png",
              "/h/leaf_translucent_1k.png", "/h/leaf_bump_1k.png", "/h/leaf_mask_1k.png"}),
        "base leaf_diff_1k.png\nmap leaf_nor_dx_1k.png\n"
        "map leaf_anisotropy_rotation_1k.png\nmap leaf_translucent_1k.png\n"
        "map leaf_bump_1k.png\nmap leaf_mask_1k.png\n");
}

TEST(PictureUse, maps_may_have_no_name_but_what_they_are) {
    EXPECT_EQ(told({"/s/bark/albedo.jpg", "/s/bark/ao.jpg", "/s/bark/normal.jpg"}),
              "base albedo.jpg\nmap ao.jpg\nmap normal.jpg\n");
    EXPECT_EQ(told({"/s/mine/ao.jpg", "/s/mine/a.png", "/s/mine/n.png"}),
              "input ao.jpg\ninput a.png\ninput n.png\n");
}

TEST(PictureUse, a_render_is_de_lit_and_its_passes_are_not) {
    EXPECT_EQ(
        told({"/r/hall.exr", "/r/hall_albedo.exr", "/r/hall_normal.exr", "/r/hall_depth.exr"}),
        "input hall.exr\nalbedo hall_albedo.exr\nmap hall_normal.exr\nmap hall_depth.exr\n");
    EXPECT_EQ(told({"/r/beauty/0001.exr", "/r/albedo/0001.exr", "/r/beauty/0002.exr"}),
              "input 0001.exr\nalbedo 0001.exr\ninput 0002.exr\n");
}

TEST(PictureUse, what_was_made_before_is_not_made_again) {
    EXPECT_EQ(told({"/s/hall.png", "/s/hall_albedo.png", "/s/hall_albedo_uncertainty.png",
                    "/s/hall_shading.exr", "/s/hall_unlit.exr"}),
              "input hall.png\nalbedo hall_albedo.png\nresult hall_albedo_uncertainty.png\n"
              "map hall_shading.exr\nresult hall_unlit.exr\n");
}

TEST(PictureUse, a_name_alone_takes_no_picture_away) {
    for (const char* name : {"/s/normal.png", "/s/depth.jpg", "/s/n.png", "/s/rocks_albedo.png",
                             "/s/room_unlit.exr", "/s/material.jpg", "/s/photo_z.jpg"})
        EXPECT_TRUE(told({name}).starts_with("input ")) << name;
    EXPECT_EQ(told({"/s/photo.jpg", "/s/photo_a.jpg", "/s/photo_b.jpg", "/s/photo_z.jpg"}),
              "input photo.jpg\ninput photo_a.jpg\ninput photo_b.jpg\ninput photo_z.jpg\n");
    EXPECT_EQ(told({"/one/hall.png", "/other/hall_normal.png"}),
              "input hall.png\ninput hall_normal.png\n");
}

TEST(PictureUse, maps_without_their_base_colour_are_no_pictures) {
    EXPECT_EQ(told({"/l/wood_2K_Normal.jpg", "/l/wood_2K_Roughness.jpg", "/l/hall.png"}),
              "map wood_2K_Normal.jpg\nmap wood_2K_Roughness.jpg\ninput hall.png\n");
    const auto sorted = sortPictures({"/l/wood_Normal.jpg", "/l/wood_Roughness.jpg",
                                      "/l/rock_Albedo.jpg", "/l/rock_Normal.jpg"});
    EXPECT_FALSE(sorted[0].colorlessSet.empty());
    EXPECT_EQ(sorted[0].colorlessSet, sorted[1].colorlessSet);
    EXPECT_TRUE(sorted[3].colorlessSet.empty()) << "this set has one";
    EXPECT_EQ(told({"/s/photo_a.jpg", "/s/photo_n.jpg", "/s/photo_z.jpg"}),
              "input photo_a.jpg\nmap photo_n.jpg\nmap photo_z.jpg\n")
        << "as ever: a letter beside an albedo's letter";
}
