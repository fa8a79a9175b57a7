// Files that say what a set of pairs is made of; and that judging sets share nothing with training
// sets.
#include "core/config/pair_set.h"

#include "core/base/error.h"
#include "core/data/synth/material_family.h"
#include "tests/core/config/config_text.h"
#include "tests/support/file_text.h"

#include <gmock/gmock.h>

#include <algorithm>

using namespace unlit;
using namespace unlit::config;
using namespace unlit::test;
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

const fs::path kHeldOut = fs::path(UNLIT_SOURCE_DIR) / "configs/heldout";
const fs::path kTraining = fs::path(UNLIT_SOURCE_DIR) / "configs/unlit_small/sets";

const std::string kSynthetic = "kind: synthetic\nseed: 100\ncount: 10\nsize: 64\nsamples: 4\n"
                               "materials: [wood, stone]\ntextures: [cc0/rock, cc0/wall]\n";

std::vector<fs::path> yamlsIn(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".yaml")
            files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

PairSet setOf(const std::string& yaml) {
    return loadPairSet(writeText(fs::path(testing::TempDir()) / "set.yaml", yaml));
}

std::string errorOf(const std::string& yaml) {
    try {
        setOf(yaml);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

/// The names of pictures in the list of a file whose kind is `pictures`; none of other kinds.
std::vector<std::string> picturesOf(const fs::path& file) {
    const PairSet set = loadPairSet(file);
    std::vector<std::string> names;
    if (set.kind != PairSetKind::Pictures)
        return names;
    std::ifstream stream(file.parent_path() / set.list);
    for (std::string word; stream >> word;)
        names.push_back(word);
    return names;
}

bool isFamily(const std::string& name) {
    return std::ranges::any_of(synth::materialFamilies(),
                               [&](const auto& family) { return family.name == name; });
}

/// What the sets of two folders share, "a.yaml and b.yaml: …".
std::vector<std::string> sharedBy(const fs::path& folderA, const fs::path& folderB) {
    std::vector<std::string> shared;
    for (const fs::path& a : yamlsIn(folderA))
        for (const fs::path& b : yamlsIn(folderB))
            for (const std::string& what :
                 commonGround(loadPairSet(a), loadPairSet(b), picturesOf(a), picturesOf(b)))
                shared.push_back(a.filename().string() + " and " + b.filename().string() + ": " +
                                 what);
    return shared;
}

} // namespace

TEST(PairSets, judging_sets_share_nothing_with_training_sets) {
    EXPECT_THAT(yamlsIn(kHeldOut), SizeIs(4));
    EXPECT_THAT(yamlsIn(kTraining), SizeIs(testing::Ge(3)));
    EXPECT_THAT(sharedBy(kHeldOut, kTraining), IsEmpty());
}

TEST(PairSets, training_sets_draw_no_scene_twice) {
    const std::vector<fs::path> files = yamlsIn(kTraining);
    for (std::size_t i = 0; i < files.size(); ++i)
        for (std::size_t k = i + 1; k < files.size(); ++k)
            for (const std::string& what :
                 commonGround(loadPairSet(files[i]), loadPairSet(files[k])))
                EXPECT_THAT(what, testing::Not(HasSubstr("seeds")))
                    << files[i] << " and " << files[k];
}

TEST(PairSets, every_material_is_one_that_there_is) {
    const std::string patterns = textOf(kTraining / "../pairs/patterns.py");
    for (const fs::path& folder : {kHeldOut, kTraining})
        for (const fs::path& file : yamlsIn(folder)) {
            const PairSet set = loadPairSet(file);
            for (const std::string& name : set.materials)
                if (set.kind == PairSetKind::Cycles)
                    EXPECT_THAT(patterns, HasSubstr("\ndef " + name + "(draw, graph, at):"))
                        << file;
                else
                    EXPECT_TRUE(isFamily(name)) << file << ": " << name;
        }
}

TEST(PairSets, judging_sets_are_large_enough_to_judge_by) {
    EXPECT_GE(loadPairSet(kHeldOut / "synthetic.yaml").count, 200);
    EXPECT_GE(loadPairSet(kHeldOut / "cycles.yaml").count, 60);
    EXPECT_GE(loadPairSet(kHeldOut / "contrast.yaml").count, 24);
    EXPECT_EQ(picturesOf(kHeldOut / "mit.yaml").size(),
              3u * static_cast<std::size_t>(loadPairSet(kHeldOut / "mit.yaml").count));
}

TEST(PairSets, a_planted_overlap_is_found_whatever_it_is) {
    const fs::path folder = fs::path(testing::TempDir()) / "planted";
    const std::vector<std::pair<std::string, std::string>> plants = {
        {"seed: 109\nmaterials: [mud]\n", "seeds of scenes: 100 to 109 and 109 to 118"},
        {"seed: 91\nmaterials: [mud]\n", "seeds of scenes: 100 to 109 and 91 to 100"},
        {"seed: 5\nmaterials: [mud, stone]\n", "material: stone"},
        {"seed: 5\ntextures: [cc0/wall]\n", "texture set: cc0/wall"},
        {"seed: 5\ntextures: [cc0/wall/upper]\n", "texture set: cc0/wall/upper"},
        {"seed: 5\ntextures: [cc0]\n", "texture set: cc0/rock"}};
    for (const auto& [plant, told] : plants) {
        fs::remove_all(folder);
        writeText(folder / "judge/a.yaml", kSynthetic);
        writeText(folder / "train/b.yaml",
                  "kind: cycles\ncount: 10\nsize: 64\nsamples: 4\nscenes: [room]\n" + plant);
        EXPECT_THAT(sharedBy(folder / "judge", folder / "train"),
                    testing::Contains("a.yaml and b.yaml: " + told))
            << plant;
    }
}

TEST(PairSets, a_picture_in_both_lists_is_found) {
    const fs::path folder = fs::path(testing::TempDir()) / "pictures";
    writeText(folder / "judge/a.yaml", "kind: pictures\ncount: 1\nlist: a.txt\n");
    writeText(folder / "judge/a.txt", "x/in.png x/out.png\n");
    writeText(folder / "train/b.yaml", "kind: pictures\ncount: 2\nlist: b.txt\n");
    writeText(folder / "train/b.txt", "y/in.png y/out.png\nx/in.png x/other.png\n");
    EXPECT_THAT(sharedBy(folder / "judge", folder / "train"),
                ElementsAre("a.yaml and b.yaml: picture: x/in.png"));
}

TEST(PairSets, neighbours_share_nothing) {
    EXPECT_THAT(commonGround(setOf(kSynthetic),
                             setOf("kind: synthetic\nseed: 110\ncount: 10\nsize: 64\nsamples: 4\n"
                                   "materials: [woods]\ntextures: [cc0/rocks, cc0/wal]\n")),
                IsEmpty());
}

TEST(PairSets, all_that_a_file_says_is_read) {
    const PairSet set = setOf("kind: cycles\nseed: 7\ncount: 8\nsize: 96\nsamples: 12\n"
                              "half: false\nblock: 4\nscenes: [room, object]\n"
                              "materials: [waves]\ntextures: [a/b]\n");
    EXPECT_EQ(set.kind, PairSetKind::Cycles);
    EXPECT_EQ(set.seed, 7);
    EXPECT_EQ(set.count, 8);
    EXPECT_EQ(set.size, 96);
    EXPECT_EQ(set.samples, 12);
    EXPECT_FALSE(set.half);
    EXPECT_EQ(set.block, 4);
    EXPECT_THAT(set.scenes, ElementsAre("room", "object"));
    EXPECT_THAT(set.materials, ElementsAre("waves"));
    EXPECT_THAT(set.textures, ElementsAre("a/b"));
    EXPECT_EQ(setOf(kSynthetic + "repaint: 0.25\n").repaint, 0.25);
    EXPECT_EQ(setOf(kSynthetic + "swap_relief: 0.5\n").swapRelief, 0.5);
}

TEST(PairSets, faults_are_told_with_their_place) {
    EXPECT_THAT(errorOf(kSynthetic + "sample: 3\n"),
                testing::AllOf(HasSubstr("set.yaml:8:1"), HasSubstr("did you mean samples?")));
    EXPECT_THAT(errorOf("kind: synthetic\nseed: -1\n"), HasSubstr("set.yaml:2:7"));
    EXPECT_THAT(errorOf("seed: 1\ncount: 1\nsize: 64\nsamples: 1\nmaterials: [a]\n"),
                HasSubstr("kind is missing"));
    EXPECT_THAT(errorOf("kind: synthetic\nseed: 1\ncount: 1\nsize: 64\nsamples: 1\n"),
                HasSubstr("materials is missing"));
    EXPECT_THAT(errorOf(kSynthetic + "repaint: 1.5\n"), HasSubstr("set.yaml:8:10"));
    EXPECT_THAT(errorOf("kind: cycles\nseed: 1\ncount: 1\nsize: 64\nsamples: 1\nmaterials: [a]\n"
                        "scenes: [room]\nrepaint: 0.5\n"),
                HasSubstr("repaint means nothing"));
    EXPECT_THAT(errorOf("kind: cycles\nseed: 1\ncount: 1\nsize: 64\nsamples: 1\nmaterials: [a]\n"
                        "scenes: [room]\nswap_relief: 0.5\n"),
                HasSubstr("swap_relief means nothing"));
    EXPECT_THAT(errorOf(kSynthetic + "scenes: [room]\n"), HasSubstr("scenes means nothing"));
    EXPECT_THAT(errorOf("kind: pictures\nlist: a.txt\nseed: 3\n"), HasSubstr("seed means nothing"));
}
