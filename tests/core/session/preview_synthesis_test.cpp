#include "core/session/data/preview_synthesis.h"

#include "core/base/error.h"
#include "core/image/image_file.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace unlit;

TEST(SynthesisPreviewer, shows_the_pictures_of_the_set_that_would_be_made) {
    const test::TempFolder folder;
    SynthesisOptions options;
    options.output = folder / "set";
    options.count = 2;
    options.size = 24;
    options.samples = 2;
    options.seed = 5;
    options.workers = 1;
    ASSERT_TRUE(synthesizeDataset(options, [](const SynthesisProgress&) {}, {}));
    SynthesisPreviewer previewer;
    const auto look = previewer.render(options, 1, options.size, {});
    ASSERT_TRUE(look);
    const Image written = readImage(folder / "set/albedo/000001.exr").image;
    ASSERT_EQ(look->albedo->samples.size(), written.samples.size());
    EXPECT_EQ(look->albedo->samples, written.samples);
    EXPECT_FALSE(look->materials.empty());
}

TEST(SynthesisPreviewer, holds_materials_back_and_can_be_stopped) {
    SynthesisOptions options;
    options.onlyMaterials = {"brick"};
    SynthesisPreviewer previewer;
    EXPECT_EQ(previewer.render(options, 0, 16, {})->materials, std::vector<std::string>{"brick"});
    options.onlyMaterials = {"bric"};
    EXPECT_THROW(previewer.render(options, 0, 16, {}), Error);
    options.onlyMaterials.clear();
    options.textures = "/no/such/folder";
    EXPECT_THROW(previewer.render(options, 0, 16, {}), Error);
    options.textures.clear();
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(previewer.render(options, 0, 16, stop.get_token()));
}
