// Whole sets on disk.
#include "core/session/data/synthesize_dataset.h"

#include "core/base/error.h"
#include "core/image/image_file.h"
#include "tests/support/file_text.h"

#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

using namespace unlit;
using test::textOf;
using testing::ElementsAre;
using testing::HasSubstr;

namespace fs = std::filesystem;

namespace {

class SynthesizeDataset : public testing::Test {
protected:
    SynthesizeDataset()
        : m_folder(fs::path(testing::TempDir()) /
                   testing::UnitTest::GetInstance()->current_test_info()->name()) {
        fs::remove_all(m_folder);
        fs::create_directories(m_folder);
    }

    ~SynthesizeDataset() override { fs::remove_all(m_folder); }

    SynthesisOptions options(const std::string& name, int count = 3) const {
        SynthesisOptions options;
        options.output = m_folder / name;
        options.count = count;
        options.size = 16;
        options.samples = 1;
        options.workers = 2;
        return options;
    }

    static SynthesisSummary run(const SynthesisOptions& options) {
        return *synthesizeDataset(options, [](const SynthesisProgress&) {}, {});
    }

    static std::string errorOf(const SynthesisOptions& options) {
        try {
            run(options);
        } catch (const Error& error) {
            return std::string(error.what()) + "; " + error.hint();
        }
        return "no error";
    }

    /// Everything in a folder: path relative to it and content.
    static std::map<std::string, std::string> contentOf(const fs::path& folder) {
        std::map<std::string, std::string> content;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
            if (entry.is_regular_file())
                content[fs::relative(entry.path(), folder).generic_string()] = textOf(entry.path());
        return content;
    }

    /// Names in the folder of the test, hidden ones too.
    std::vector<std::string> names() const {
        std::vector<std::string> found;
        for (const fs::directory_entry& entry : fs::directory_iterator(m_folder))
            found.push_back(entry.path().filename().string());
        std::ranges::sort(found);
        return found;
    }

    fs::path m_folder;
};

} // namespace

TEST_F(SynthesizeDataset, writes_pairs_a_list_and_what_they_are) {
    const SynthesisSummary summary = run(options("set"));
    EXPECT_EQ(textOf(summary.list), "beauty/000000.exr albedo/000000.exr mask/000000.exr\n"
                                    "beauty/000001.exr albedo/000001.exr mask/000001.exr\n"
                                    "beauty/000002.exr albedo/000002.exr mask/000002.exr\n");
    EXPECT_EQ(contentOf(summary.output).size(), 11u);
    const LoadedImage beauty = readImage(summary.output / "beauty/000001.exr");
    const LoadedImage albedo = readImage(summary.output / "albedo/000001.exr");
    const ImageInfo mask = readImageInfo(summary.output / "mask/000001.exr");
    EXPECT_EQ(beauty.image.space, ColorSpace::Linear);
    EXPECT_EQ(albedo.image.width, 16);
    EXPECT_EQ(mask.channels.size(), 1u);
    EXPECT_EQ(mask.channels.front().type, "float");
    const auto story = nlohmann::json::parse(textOf(summary.output / "synthesis.json"));
    EXPECT_EQ(story["seed"], 2024);
    EXPECT_EQ(story["pictures"].size(), 3u);
    EXPECT_FALSE(story["pictures"][2]["families"].empty());
}

TEST_F(SynthesizeDataset, is_bit_identical_for_any_number_of_workers) {
    SynthesisOptions one = options("one", 7);
    one.workers = 1;
    SynthesisOptions five = options("five", 7);
    five.workers = 5;
    run(one);
    run(five);
    EXPECT_EQ(contentOf(m_folder / "one"), contentOf(m_folder / "five"));
}

TEST_F(SynthesizeDataset, follows_its_seed_and_begins_alike_for_any_count) {
    SynthesisOptions other = options("other");
    other.seed = 1;
    run(options("three"));
    run(options("two", 2));
    run(other);
    EXPECT_EQ(textOf(m_folder / "three/beauty/000001.exr"),
              textOf(m_folder / "two/beauty/000001.exr"));
    EXPECT_NE(textOf(m_folder / "three/beauty/000001.exr"),
              textOf(m_folder / "other/beauty/000001.exr"));
}

TEST_F(SynthesizeDataset, half_files_hold_half_samples) {
    SynthesisOptions half = options("half", 1);
    half.half = true;
    run(half);
    EXPECT_EQ(readImageInfo(m_folder / "half/albedo/000000.exr").channels.front().type, "half");
}

TEST_F(SynthesizeDataset, shows_all_families_in_as_many_pictures) {
    const auto families = syntheticFamilies();
    const SynthesisSummary summary = run(options("set", static_cast<int>(families.size())));
    for (const std::string& family : families)
        EXPECT_GT(summary.shown.count(family), 0u) << family;
}

TEST_F(SynthesizeDataset, never_shows_families_that_are_held_out) {
    SynthesisOptions some = options("set", 20);
    some.heldOut = {"stone", "wood", "leaves"};
    const SynthesisSummary summary = run(some);
    for (const std::string& family : some.heldOut)
        EXPECT_EQ(summary.shown.count(family), 0u) << family;
    EXPECT_GT(summary.shown.count("brick"), 0u);
    EXPECT_THAT(textOf(summary.output / "synthesis.json"), HasSubstr("\"held_out\""));
}

TEST_F(SynthesizeDataset, says_how_many_materials_it_repaints) {
    SynthesisOptions painted = options("painted", 2);
    painted.repaint = 1;
    run(painted);
    run(options("plain", 2));
    const auto story = [this](const char* set) {
        return nlohmann::json::parse(textOf(m_folder / set / "synthesis.json"));
    };
    EXPECT_EQ(story("painted")["repaint"], 1.0);
    EXPECT_EQ(story("plain")["repaint"], 0.0);
    EXPECT_NE(textOf(m_folder / "painted/albedo/000000.exr"),
              textOf(m_folder / "plain/albedo/000000.exr"));
}

TEST_F(SynthesizeDataset, uses_textures_of_a_folder) {
    Image image = makeImage(8, 8, {"R", "G", "B"}, ColorSpace::Srgb);
    std::ranges::fill(image.samples, 0.5F);
    fs::create_directories(m_folder / "pbr/slate");
    writeImage(m_folder / "pbr/slate/slate_albedo.png", image, {FileFormat::Png8, false, false});
    SynthesisOptions textured = options("set", 4);
    textured.textures = m_folder / "pbr";
    textured.heldOut = syntheticFamilies();
    const SynthesisSummary summary = run(textured);
    EXPECT_THAT(summary.shown, ElementsAre(testing::Pair("textures/slate", 4)));
    // One colour everywhere but for the slow drift over the ground: never darker than half.
    const LoadedImage albedo = readImage(summary.output / "albedo/000000.exr");
    const LoadedImage mask = readImage(summary.output / "mask/000000.exr");
    for (std::size_t i = 0; i < albedo.image.planeSize(); ++i)
        if (mask.image.samples[i] == 1) {
            EXPECT_NEAR(albedo.image.samples[i], 0.214F, 0.1F);
        }
}

TEST_F(SynthesizeDataset, shows_nothing_but_what_a_file_allows) {
    Image image = makeImage(8, 8, {"R", "G", "B"}, ColorSpace::Srgb);
    std::ranges::fill(image.samples, 0.5F);
    for (const char* name : {"slate", "oak"}) {
        fs::create_directories(m_folder / "pbr" / name);
        writeImage(m_folder / "pbr" / name / "x_albedo.png", image,
                   {FileFormat::Png8, false, false});
    }
    std::ofstream(m_folder / "set.yaml") << "kind: synthetic\nseed: 9\ncount: 12\nsize: 16\n"
                                            "samples: 1\nmaterials: [wood, soil]\n"
                                            "textures: [oak]\n";
    SynthesisOptions from = synthesisOf(m_folder / "set.yaml");
    EXPECT_EQ(from.seed, 9u);
    EXPECT_EQ(from.count, 12);
    EXPECT_TRUE(from.half);
    from.output = m_folder / "set";
    EXPECT_THAT(errorOf(from), HasSubstr("no folder of textures was given"));
    from.textures = m_folder / "pbr";
    std::vector<std::string> shown;
    for (const auto& [name, pictures] : run(from).shown)
        shown.push_back(name);
    EXPECT_THAT(shown, ElementsAre("soil", "textures/oak", "wood"));
    from.output = m_folder / "other";
    from.onlyTextures = {"oke"};
    EXPECT_THAT(errorOf(from), HasSubstr("did you mean \"textures/oak\"?"));
}

TEST_F(SynthesizeDataset, keeps_a_folder_that_is_not_empty) {
    fs::create_directories(m_folder / "set");
    std::ofstream(m_folder / "set/notes.txt") << "precious";
    EXPECT_THAT(errorOf(options("set")), HasSubstr("is not empty"));
    SynthesisOptions over = options("set");
    over.overwrite = true;
    EXPECT_THAT(errorOf(over), HasSubstr("notes.txt"));
    EXPECT_EQ(textOf(m_folder / "set/notes.txt"), "precious");
    EXPECT_THAT(names(), ElementsAre("set"));
}

TEST_F(SynthesizeDataset, replaces_an_earlier_set_where_allowed) {
    run(options("set", 3));
    EXPECT_THAT(errorOf(options("set", 2)), HasSubstr("is not empty"));
    SynthesisOptions over = options("set", 2);
    over.overwrite = true;
    run(over);
    EXPECT_EQ(contentOf(m_folder / "set").size(), 8u);
    EXPECT_THAT(names(), ElementsAre("set"));
}

TEST_F(SynthesizeDataset, leaves_nothing_when_stopped) {
    std::stop_source stop;
    const auto progress = [&](const SynthesisProgress&) { stop.request_stop(); };
    EXPECT_FALSE(synthesizeDataset(options("set", 5000), progress, stop.get_token()));
    EXPECT_THAT(names(), ElementsAre());
}

TEST_F(SynthesizeDataset, leaves_nothing_when_the_listener_throws) {
    const auto progress = [](const SynthesisProgress&) { throw std::runtime_error("enough"); };
    EXPECT_THROW(synthesizeDataset(options("set", 5000), progress, {}), std::runtime_error);
    EXPECT_THAT(names(), ElementsAre());
}

TEST_F(SynthesizeDataset, leaves_nothing_when_a_texture_is_broken) {
    fs::create_directories(m_folder / "pbr");
    std::ofstream(m_folder / "pbr/x_albedo.png") << "no picture";
    SynthesisOptions broken = options("set", 50);
    broken.textures = m_folder / "pbr";
    EXPECT_THAT(errorOf(broken), HasSubstr("x_albedo.png"));
    EXPECT_THAT(names(), ElementsAre("pbr"));
}

TEST_F(SynthesizeDataset, refuses_what_it_cannot_do_in_one_sentence) {
    SynthesisOptions bad = options("set");
    bad.heldOut = {"wod"};
    EXPECT_THAT(errorOf(bad), HasSubstr("did you mean \"wood\"?"));
    bad = options("set");
    bad.heldOut = syntheticFamilies();
    EXPECT_THAT(errorOf(bad), HasSubstr("no material is left"));
    bad = options("set");
    bad.size = 5000;
    EXPECT_THAT(errorOf(bad), HasSubstr("16 to 2048"));
    bad = options("set");
    bad.count = 0;
    EXPECT_THAT(errorOf(bad), HasSubstr("the number of pairs is 0"));
    bad = options("set");
    bad.repaint = 1.5;
    EXPECT_THAT(errorOf(bad), HasSubstr("use 0 to 1"));
    bad = options("set");
    bad.swapRelief = -0.5;
    EXPECT_THAT(errorOf(bad), HasSubstr("another's relief is -0.5"));
    bad = options("set");
    bad.textures = m_folder / "nowhere";
    EXPECT_THAT(errorOf(bad), HasSubstr("nowhere"));
    std::ofstream(m_folder / "file") << "x";
    EXPECT_THAT(errorOf(options("file")), HasSubstr("is not a folder"));
    EXPECT_THAT(names(), ElementsAre("file"));
}
