#include "core/image/layers/layer_table.h"

#include "core/image/image_file.h"
#include "tests/core/image/exr_test_files.h"
#include "tests/core/image/image_test_support.h"

#include <gtest/gtest.h>

using namespace unlit;

namespace {

class LayerTableTest : public ImageFolderTest {
protected:
    static Error mistake(const std::string& yaml) {
        return errorOf([&] { LayerTable::parse(yaml, "my.yaml"); });
    }

    static void expectPlace(const std::string& yaml, const std::string& place,
                            const std::string& word) {
        const Error error = mistake(yaml);
        const std::string text = error.what();
        EXPECT_EQ(error.kind(), ErrorKind::InvalidInput);
        EXPECT_EQ(text.substr(0, text.find(": ")), "my.yaml:" + place) << text;
        EXPECT_NE(text.find(word), std::string::npos) << text;
        EXPECT_FALSE(error.hint().empty());
    }

    static LayerRole roleOf(const std::string& layer) {
        const LayerAlias* alias = LayerTable::builtIn()->find(layer);
        return alias == nullptr ? LayerRole::Other : alias->role;
    }
};

} // namespace

TEST_F(LayerTableTest, knows_the_names_of_the_renderers) {
    const std::vector<std::pair<const char*, LayerRole>> names = {
        {"ViewLayer.Combined", LayerRole::Beauty},      // Blender
        {"View Layer.DiffCol", LayerRole::Albedo},      // Blender 4 and older
        {"ViewLayer.Diffuse Color", LayerRole::Albedo}, // Blender 5
        {"ViewLayer.Diffuse Direct", LayerRole::Lit},   // Blender 5
        {"ViewLayer.Denoising Albedo", LayerRole::Albedo},
        {"ViewLayer.Normal", LayerRole::Normals},
        {"ViewLayer.Depth", LayerRole::Depth},
        {"ViewLayer.CryptoObject00", LayerRole::Data},
        {"diffuse_albedo", LayerRole::Albedo}, // Arnold
        {"diffuse_direct", LayerRole::Lit},
        {"N", LayerRole::Normals},
        {"VRayDiffuseFilter", LayerRole::Albedo}, // V-Ray for 3ds Max
        {"diffuseFilter", LayerRole::Albedo},     // V-Ray for Maya, Redshift
        {"Diffuse", LayerRole::Lit},              // V-Ray: lit
        {"VRayRawTotalLighting", LayerRole::Lit},
        {"FinalImage", LayerRole::Beauty}, // Unreal
        {"FinalImageBaseColor", LayerRole::Albedo},
        {"FinalImageMovieRenderQueue_WorldDepth", LayerRole::Depth},
        {"FinalImageMovieRenderQueue_MotionVectors", LayerRole::Data},
        {"ActorHitProxyMask00", LayerRole::Mask},
        {"basecolor", LayerRole::Albedo}, // Karma
        {"albedo", LayerRole::Albedo},    // OIDN
        {"beauty", LayerRole::Beauty},
        {"spec", LayerRole::Other},
    };
    for (const auto& [name, role] : names)
        EXPECT_EQ(toString(roleOf(name)), toString(role)) << name;
}

TEST_F(LayerTableTest, case_prefixes_and_word_breaks_do_not_count) {
    EXPECT_EQ(roleOf("shot.DIFFCOL"), LayerRole::Albedo);
    EXPECT_EQ(roleOf("left.char.Diffuse_Albedo"), LayerRole::Albedo);
    EXPECT_EQ(roleOf("DiffuseAlbedo"), LayerRole::Albedo);
    EXPECT_EQ(roleOf("notalbedo"), LayerRole::Other);
    EXPECT_EQ(roleOf("DiffCol.more"), LayerRole::Other);
}

TEST_F(LayerTableTest, traps_are_noted) {
    EXPECT_NE(LayerTable::builtIn()->find("Diffuse")->note.find("lit"), std::string::npos);
    EXPECT_NE(LayerTable::builtIn()->find("albedo")->note.find("diffuse_albedo"),
              std::string::npos);
}

TEST_F(LayerTableTest, a_role_can_be_asked_for_and_the_best_name_wins) {
    const auto path = folder / "a.exr";
    writeExrFile(path, {{"R", 0.5F},
                        {"G", 0.5F},
                        {"B", 0.5F},
                        {"Diffuse.R", 9.F},
                        {"Diffuse.G", 9.F},
                        {"Diffuse.B", 9.F},
                        {"x.albedo.R", 1.F},
                        {"x.albedo.G", 1.F},
                        {"x.albedo.B", 1.F},
                        {"x.diffuse_albedo.R", 2.F},
                        {"x.diffuse_albedo.G", 2.F},
                        {"x.diffuse_albedo.B", 2.F}});
    EXPECT_EQ(readImage(path, {"x.albedo", {}}).image.samples[0], 1.0F);
    EXPECT_EQ(readImage(path, {"albedo", {}}).image.samples[0], 1.0F); // a name goes before a role
    EXPECT_EQ(readImage(path, {"Albedo", {}}).layer, "x.albedo");
    EXPECT_EQ(readImage(path, {"lit", {}}).layer, "Diffuse");
    writeExrFile(path, {{"R", 0.5F},
                        {"G", 0.5F},
                        {"B", 0.5F},
                        {"v.DiffCol.R", 1.F},
                        {"v.DiffCol.G", 1.F},
                        {"v.DiffCol.B", 1.F},
                        {"v.Denoising Albedo.R", 2.F},
                        {"v.Denoising Albedo.G", 2.F},
                        {"v.Denoising Albedo.B", 2.F}});
    EXPECT_EQ(readImage(path, {"albedo", {}}).layer, "v.DiffCol");
    EXPECT_EQ(readImage(path).layer, "");
}

TEST_F(LayerTableTest, a_table_of_ones_own_replaces_the_built_in_one) {
    const auto path = folder / "a.exr";
    writeExrFile(path, {{"a.R", 1.F},
                        {"a.G", 1.F},
                        {"a.B", 1.F},
                        {"hero.R", 2.F},
                        {"hero.G", 2.F},
                        {"hero.B", 2.F}});
    ReadOptions options;
    EXPECT_EQ(readImage(path, options).layer, "a");
    const auto file = writeBytes("layers.yaml", "beauty: [hero]\nalbedo:\n  - name: a\n"
                                                "    renderer: ours\n    note: mind it\n");
    options.layerTable = std::make_shared<LayerTable>(LayerTable::load(file));
    EXPECT_EQ(readImage(path, options).layer, "hero");
    const ImageInfo info = readImageInfo(path, options.layerTable);
    EXPECT_EQ(info.layers[0].role, LayerRole::Albedo);
    EXPECT_EQ(info.layers[0].renderer, "ours");
    EXPECT_EQ(info.layers[0].note, "mind it");
}

TEST_F(LayerTableTest, mistakes_are_one_sentence_with_their_place) {
    expectPlace("beauty: [a]\nalbeto: [b]\n", "2:1", "albedo");
    expectPlace("beauty: [a]\nbeauty: [b]\n", "2:1", "twice");
    expectPlace("beauty: a\n", "1:9", "list");
    expectPlace("- a\n", "1:1", "roles");
    expectPlace("beauty:\n  - {name: a, nam: b}\n", "2:15", "did you mean 'name'");
    expectPlace("beauty:\n  - {name: a, name: b}\n", "2:15", "twice");
    expectPlace("beauty:\n  - {renderer: a}\n", "2:5", "without a name");
    expectPlace("beauty: [a]\nlit:\n  - A\n", "3:5", "twice");
    expectPlace("beauty: [{name: [a]}]\n", "1:17", "text");
    expectPlace("beauty: [a\n", "2:1", "not YAML");
    expectPlace("beauty: [[a]]\n", "1:10", "'name'");
    EXPECT_EQ(mistake("beauty:\n  - '*'\n").mark()->line, 2);
}

TEST_F(LayerTableTest, empty_roles_are_allowed) {
    EXPECT_TRUE(LayerTable::parse("beauty:\nalbedo: []\n", "my.yaml").aliases().empty());
}

TEST_F(LayerTableTest, stars_stand_for_any_characters) {
    const LayerTable table = LayerTable::parse("data: ['a*b*c', '*crypto*']\n", "my.yaml");
    for (const char* name : {"abc", "aXXbYYc", "p.abbc", "uCryptoMaterial00"})
        EXPECT_NE(table.find(name), nullptr) << name;
    for (const char* name : {"ab", "abcd", "acb", "crypt"})
        EXPECT_EQ(table.find(name), nullptr) << name;
}
