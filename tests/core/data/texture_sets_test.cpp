// Which files of a library are which maps of which materials, by their names.
#include "core/base/error.h"
#include "core/data/pairing/pairing.h"
#include "core/data/pairing/texture_sets.h"
#include "core/data/source/picture_source.h"
#include "core/image/image_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

using namespace unlit;
using namespace unlit::data;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace fs = std::filesystem;

namespace {

TextureSet onlySet(const std::vector<std::string>& files) {
    const TextureSets found = findTextureSets(files, "top");
    EXPECT_THAT(found.sets, SizeIs(1));
    return found.sets.empty() ? TextureSet{} : found.sets.front();
}

std::vector<std::string> namesOf(const TextureSets& found) {
    std::vector<std::string> names;
    for (const TextureSet& set : found.sets)
        names.push_back(set.name);
    return names;
}

void expectPlane(const MapPlane& plane, const std::string& file, int channel, bool isInverted) {
    EXPECT_EQ(plane.file, file);
    EXPECT_EQ(plane.channel, channel) << file;
    EXPECT_EQ(plane.isInverted, isInverted) << file;
}

} // namespace

TEST(TextureSets, gloss_is_the_roughness_where_there_is_no_other) {
    const TextureSet set = onlySet({"tjnwfdq2_4K_Albedo.jpg", "tjnwfdq2_4K_Gloss.jpg"});
    expectPlane(set.roughness, "tjnwfdq2_4K_Gloss.jpg", 0, true);
    const TextureSet both = onlySet({"x_4K_Albedo.jpg", "x_4K_Gloss.jpg", "x_4K_Roughness.jpg"});
    expectPlane(both.roughness, "x_4K_Roughness.jpg", 0, false);
}

TEST(TextureSets, packed_maps_are_taken_apart_by_their_letters) {
    struct Case {
        std::string ending;
        int roughness;
        int metal;  ///< -1 = there is none
        int height; ///< likewise
        bool isSmoothness;
    };

    for (const Case& c : std::vector<Case>{{"ORM", 1, 2, -1, false},
                                           {"arm", 1, 2, -1, false},
                                           {"ORD", 1, -1, 2, false},
                                           {"ORDp", 1, -1, 2, false},
                                           {"DpRA", 1, -1, 0, false},
                                           {"RMA", 0, 1, -1, false},
                                           {"MRA", 1, 0, -1, false},
                                           {"MaskMap", 3, 0, -1, true},
                                           {"mask_map", 3, 0, -1, true},
                                           {"MetallicSmoothness", 3, 0, -1, true},
                                           {"metallicRoughness", 1, 2, -1, false},
                                           {"occlusionRoughnessMetallic", 1, 2, -1, false}}) {
        const std::string file = "T_Rock_2K_" + c.ending + ".png";
        const TextureSet set = onlySet({"T_Rock_2K_BaseColor.png", file});
        expectPlane(set.roughness, file, c.roughness, c.isSmoothness);
        EXPECT_EQ(set.metallic.isThere() ? set.metallic.channel : -1, c.metal) << file;
        EXPECT_EQ(set.height.isThere() ? set.height.channel : -1, c.height) << file;
    }
}

TEST(TextureSets, letters_count_beside_maps_of_the_same_material_only) {
    EXPECT_EQ(onlySet({"T_Rock_2K_B.png", "T_Rock_2K_N.png", "T_Rock_2K_ORM.png"}).baseColor,
              "T_Rock_2K_B.png");
    EXPECT_THAT(findTextureSets({"take_a.png", "take_b.png", "take_c.png"}, "top").sets, IsEmpty());
    // A letter beside a base colour by a whole word is another thing.
    EXPECT_EQ(onlySet({"Rock_A.png", "Rock_Albedo.png", "Rock_N.png"}).baseColor,
              "Rock_Albedo.png");
}

TEST(TextureSets, tiles_of_udim_are_sets_of_their_own) {
    const TextureSets tiles = findTextureSets(
        {"wall/wall_albedo.1001.exr", "wall/wall_albedo.1011.exr", "wall/wall_normal.1001.exr",
         "wall/wall_normal.1011.exr", "wall/wall_roughness.1011.exr"},
        "top");
    EXPECT_THAT(namesOf(tiles), ElementsAre("wall/wall_1001", "wall/wall_1011"));
    EXPECT_THAT(tiles.lonely, IsEmpty());
    EXPECT_EQ(tiles.sets[0].normal, "wall/wall_normal.1001.exr");
    EXPECT_FALSE(tiles.sets[0].roughness.isThere());
    EXPECT_EQ(tiles.sets[1].roughness.file, "wall/wall_roughness.1011.exr");
    EXPECT_THAT(namesOf(findTextureSets({"t_baseColor_1001.png", "t_baseColor_1002.png"}, "top")),
                ElementsAre("t_1001", "t_1002"));
}

TEST(TextureSets, sides_in_pixels_are_no_part_of_a_name) {
    const TextureSet set =
        onlySet({"Rock_BaseColor_2048.png", "Rock_Normal_2048.png", "Rock_Roughness_1024.png"});
    EXPECT_EQ(set.normal, "Rock_Normal_2048.png");
    EXPECT_EQ(set.roughness.file, "Rock_Roughness_1024.png");
}

TEST(TextureSets, opacity_is_used_and_translucency_is_named) {
    const TextureSet set =
        onlySet({"fern/a_2K_Albedo.jpg", "fern/a_2K_Opacity.jpg", "fern/a_2K_Translucency.jpg",
                 "fern/a_2K_Specular.jpg", "fern/a_2K_NormalBump.jpg"});
    EXPECT_EQ(set.name, "fern");
    EXPECT_EQ(set.opacity.file, "fern/a_2K_Opacity.jpg");
    EXPECT_THAT(set.mapsText(), HasSubstr("unused: normalbump, specular, translucency"));
}

TEST(TextureSets, two_materials_in_one_folder_keep_their_maps_apart) {
    const TextureSets found =
        findTextureSets({"mix/moss_Albedo.png", "mix/moss_Gloss.png", "mix/stone_Albedo.png",
                         "mix/stone_Roughness.png", "mix/sand_Normal.png"},
                        "top");
    EXPECT_THAT(namesOf(found), ElementsAre("mix/moss", "mix/stone"));
    EXPECT_TRUE(found.sets[0].roughness.isInverted);
    expectPlane(found.sets[1].roughness, "mix/stone_Roughness.png", 0, false);
    ASSERT_THAT(found.lonely, SizeIs(1));
    EXPECT_THAT(found.lonely[0].files, ElementsAre("mix/sand_Normal.png"));
}

TEST(TextureSets, names_with_blanks_and_umlauts_and_small_copies) {
    const TextureSets found =
        findTextureSets({"Gr\xc3\xbcner Stein/gr\xc3\xbcn stein_4K_Albedo.jpg",
                         "Gr\xc3\xbcner Stein/gr\xc3\xbcn stein_4K_Normal.jpg",
                         "Gr\xc3\xbcner Stein/Thumbs/1k/gr\xc3\xbcn stein_1K_Albedo.jpg",
                         "Gr\xc3\xbcner Stein/gr\xc3\xbcn stein_Preview.png"},
                        "top");
    EXPECT_THAT(namesOf(found), ElementsAre("Gr\xc3\xbcner Stein"));
    EXPECT_FALSE(found.sets[0].normal.empty());
}

TEST(TextureSets, maps_alone_are_told_apart_from_materials) {
    const TextureSets found =
        findTextureSets({"a/x_Normal.png", "a/x_Roughness.png", "b/y_Albedo.png"}, "top");
    EXPECT_THAT(namesOf(found), ElementsAre("b"));
    ASSERT_THAT(found.lonely, SizeIs(1));
    EXPECT_EQ(found.lonely[0].folder, "a");
}

namespace {

class LibraryScan : public testing::Test {
protected:
    LibraryScan()
        : m_folder(fs::path(testing::TempDir()) /
                   testing::UnitTest::GetInstance()->current_test_info()->name()) {
        fs::remove_all(m_folder);
        fs::create_directories(m_folder);
    }

    ~LibraryScan() override { fs::remove_all(m_folder); }

    void touch(const std::string& name) const {
        fs::create_directories((m_folder / name).parent_path());
        std::ofstream(m_folder / name) << "not read";
    }

    fs::path m_folder;
};

} // namespace

TEST_F(LibraryScan, a_library_is_named_as_one_and_its_json_is_not_believed) {
    touch("rock/abcd_4K_Albedo.jpg");
    touch("rock/abcd_4K_Gloss.jpg");
    std::ofstream(m_folder / "rock/abcd.json")
        << R"({"maps": [{"type": "albedo", "uri": "abcd_4K_Gloss.jpg"}, {)"; // lies, and is cut off
    const auto found = findPairs(*PictureSource::open(m_folder), {});
    ASSERT_TRUE(found);
    EXPECT_THAT(found->pairs, IsEmpty());
    ASSERT_THAT(found->textureSets, SizeIs(1));
    EXPECT_EQ(found->textureSets[0].baseColor, "rock/abcd_4K_Albedo.jpg");
    ASSERT_THAT(found->leftOvers, SizeIs(3));
    EXPECT_EQ(found->leftOvers[1].reason, "base colour of the texture set 'rock'");
}

TEST_F(LibraryScan, renders_with_other_passes_are_no_texture_sets) {
    for (const char* pass : {"beauty", "albedo", "normal", "roughness"})
        touch("hall_" + std::string(pass) + ".png");
    touch("attic_albedo.png"); // its beauty is missing
    const auto found = findPairs(*PictureSource::open(m_folder), {});
    ASSERT_TRUE(found);
    EXPECT_THAT(found->pairs, SizeIs(1));
    EXPECT_THAT(found->textureSets, IsEmpty());
}

TEST_F(LibraryScan, listing_tells_how_far_it_is_and_can_be_stopped) {
    for (int i = 0; i < 20; ++i)
        touch("set" + std::to_string(i) + "/x_Albedo.png");
    std::stop_source stop;
    std::size_t told = 0;
    const auto stopAtFive = [&](std::size_t files) {
        told = files;
        if (files >= 5)
            stop.request_stop();
    };
    EXPECT_THAT(PictureSource::open(m_folder)->list(stopAtFive, stop.get_token()).files, SizeIs(6));
    EXPECT_EQ(told, 5U);
    const auto found = findPairs(*PictureSource::open(m_folder), {}, {}, stop.get_token());
    EXPECT_FALSE(found);
    // Enough before anything was listed: what is left unseen can be gone on with.
    const auto early = findPairs(*PictureSource::open(m_folder), {}, {}, {}, stop.get_token());
    ASSERT_TRUE(early);
    EXPECT_GT(early->unseen, 0U);
}
