// `unlit dataset scan|check|make-list|split|stats`.
#include "tests/cli/command_fixture.h"

#include "core/image/image_file.h"
#include "tests/core/data/tar_test_files.h"
#include "tests/core/data/test_scene.h"

#include <gmock/gmock.h>

#include <csignal>

using namespace unlit;
using namespace unlit::test;
using nlohmann::json;
using testing::HasSubstr;

namespace {

class DatasetVerbs : public CommandTest {
protected:
    void makePair(const std::string& name, std::uint64_t seed) const {
        const ScenePair scene = makeScene(seed, 96, 80);
        std::filesystem::create_directories(path("set"));
        writeExrFile(path("set/" + name + "_beauty.exr"), scene.beauty);
        writeExrFile(path("set/" + name + "_albedo.exr"), scene.albedo);
    }

    void makeSet(int pairs) const {
        for (int i = 0; i < pairs; ++i)
            makePair("hall" + std::string(1, static_cast<char>('a' + i)),
                     static_cast<std::uint64_t>(i));
    }

    void spoil(const std::string& name) const {
        Image black = makeImage(96, 80, {"R", "G", "B"}, ColorSpace::Linear);
        writeExrFile(path("set/" + name + "_albedo.exr"), black);
    }

    std::string bytesOf(const std::string& name) const { return textOf(path(name)); }

    ProcessResult dataset(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "dataset");
        return runUnlit(arguments);
    }
};

} // namespace

TEST_F(DatasetVerbs, scan_lists_pairs_with_reasons_and_what_is_left_over) {
    makeSet(2);
    makeFile("set/readme.txt", "hello");
    const ProcessResult table = dataset({"scan", text("set")});
    EXPECT_EQ(table.exitCode, 0) << table.errors;
    for (const char* part : {"halla_beauty.exr  +  halla_albedo.exr", "same key 'hallb'",
                             "left over: readme.txt", "2 pairs in 5 files, 1 left over"})
        EXPECT_THAT(table.output, HasSubstr(part));
    const json object = objectOf(dataset({"scan", text("set"), "--json"}));
    EXPECT_EQ(object["files"], 5);
    ASSERT_EQ(object["pairs"].size(), 2u);
    EXPECT_EQ(object["pairs"][0]["beauty"], "halla_beauty.exr");
    EXPECT_EQ(object["pairs"][0]["key"], "halla");
    EXPECT_EQ(object["left_over"][0]["path"], "readme.txt");
}

TEST_F(DatasetVerbs, scan_names_sequences_and_what_they_miss) {
    for (const char* number : {"0001", "0002", "0004"})
        for (const char* role : {"beauty", "albedo"})
            makeFile("set/" + std::string(role) + "/hall." + number + ".png", "");
    const std::string folder = text("set");
    const ProcessResult table = dataset({"scan", folder});
    EXPECT_THAT(table.output,
                HasSubstr("sequence beauty/hall.*.png: 3 frames; frame 3 is missing"));
    const json object = objectOf(dataset({"scan", folder, "--json"}));
    ASSERT_EQ(object["sequences"].size(), 1U);
    EXPECT_EQ(object["sequences"][0]["frames"], 3);
    makeSet(2);
    EXPECT_EQ(objectOf(dataset({"scan", folder, "--json"}))["sequences"].size(), 1U);
}

TEST_F(DatasetVerbs, check_finds_faults_and_writes_good_and_quarantined_pairs) {
    makeSet(3);
    spoil("hallb");
    const std::vector<std::string> arguments = {"check",          text("set"),    "--output",
                                                text("good.txt"), "--quarantine", text("bad.txt"),
                                                "--no-cache",     "--workers",    "2"};
    const ProcessResult run = dataset(arguments);
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.output, HasSubstr("error: albedo_black: the albedo is black"));
    EXPECT_EQ(bytesOf("good.txt"), "halla_beauty.exr halla_albedo.exr\n"
                                   "hallc_beauty.exr hallc_albedo.exr\n");
    EXPECT_EQ(bytesOf("bad.txt"), "hallb_beauty.exr hallb_albedo.exr\n");
    const ProcessResult again = dataset(arguments);
    EXPECT_EQ(again.exitCode, 1);
    EXPECT_THAT(again.errors, HasSubstr("exists already"));
    EXPECT_TRUE(isOneLine(again.errors));
    const ProcessResult good =
        dataset({"check", text("good.txt"), "--root", text("set"), "--no-cache", "--json"});
    EXPECT_EQ(good.exitCode, 0) << good.errors;
    EXPECT_EQ(objectOf(good)["pairs"], 2);
    EXPECT_EQ(objectOf(good)["faulty"], 0);
}

TEST_F(DatasetVerbs, check_names_a_picture_that_cannot_be_read_whether_it_is_in_a_pair_or_not) {
    makeSet(2);
    ASSERT_EQ(dataset({"check", text("set"), "--no-cache"}).exitCode, 0);
    makeFile("set/hallb_albedo.exr", "no picture");
    makeFile("set/tower_beauty.png", "none either");
    const std::vector<std::string> arguments = {"check", text("set"), "--no-cache"};
    const ProcessResult run = dataset(arguments);
    EXPECT_EQ(run.exitCode, 1);
    for (const char* part : {"hallb_albedo.exr\n    error: unreadable", "tower_beauty.png\n",
                             "1 pair: 0 with errors", "2 pictures that cannot be read"})
        EXPECT_THAT(run.output, HasSubstr(part));
    const json object = objectOf(dataset({"check", text("set"), "--no-cache", "--json"}));
    ASSERT_EQ(object["unreadable"].size(), 2U);
    EXPECT_EQ(object["unreadable"][0]["path"], "hallb_albedo.exr");
    EXPECT_EQ(object["pairs"], 1);
}

TEST_F(DatasetVerbs, check_remembers_what_has_not_changed) {
    makeSet(2);
    const std::vector<std::string> arguments = {"check", text("set"), "--cache",
                                                text("cache.jsonl"), "--json"};
    EXPECT_EQ(objectOf(dataset(arguments))["from_cache"], 0);
    EXPECT_EQ(objectOf(dataset(arguments))["from_cache"], 2);
    spoil("halla");
    const json object = objectOf(dataset(arguments));
    EXPECT_EQ(object["from_cache"], 1);
    EXPECT_EQ(object["errors"], 1);
    EXPECT_EQ(object["results"][0]["findings"][0]["check"], "albedo_black");
}

TEST_F(DatasetVerbs, ctrl_c_ends_a_check_with_130_and_keeps_what_was_found) {
    makePair("halla", 1);
    std::string list; // the same pair under many names: minutes of work
    for (int i = 0; i < 3000; ++i) {
        const std::string name = "copy" + std::to_string(i);
        for (const char* kind : {"_beauty.exr", "_albedo.exr"})
            std::filesystem::create_hard_link(path(std::string("set/halla") + kind),
                                              path("set/" + name + kind));
        list += name + "_beauty.exr " + name + "_albedo.exr\n";
    }
    makeFile("set/list.txt", list);
    const std::vector<std::string> arguments = {
        "dataset",  "check",          text("set/list.txt"), "--cache", text("cache.jsonl"),
        "--output", text("good.txt"), "--workers",          "1"};
    ProcessOptions terminal;
    terminal.isTerminal = true;
    Process run(arguments, terminal);
    ASSERT_TRUE(
        run.waitForErrors(" left")); // some pairs are done, and it is known how many are not
    run.sendSignal(SIGINT);
    EXPECT_EQ(run.wait().exitCode, 130);
    EXPECT_FALSE(std::filesystem::exists(path("good.txt")));
    EXPECT_GT(std::filesystem::file_size(path("cache.jsonl")), 1000u);
}

TEST_F(DatasetVerbs, make_list_writes_the_pairs_and_leaves_faulty_ones_out_where_asked) {
    makeSet(2);
    spoil("halla");
    EXPECT_EQ(dataset({"make-list", text("set"), "--output", text("all.txt")}).exitCode, 0);
    EXPECT_EQ(bytesOf("all.txt"), "halla_beauty.exr halla_albedo.exr\n"
                                  "hallb_beauty.exr hallb_albedo.exr\n");
    const ProcessResult checked = dataset({"make-list", text("set"), "--checked", "--no-cache",
                                           "--output", text("good.txt"), "--json"});
    EXPECT_EQ(checked.exitCode, 0) << checked.errors;
    EXPECT_EQ(objectOf(checked)["left_out"], 1);
    EXPECT_EQ(bytesOf("good.txt"), "hallb_beauty.exr hallb_albedo.exr\n");
    EXPECT_EQ(dataset({"make-list", text("set"), "--output", text("all.txt")}).exitCode, 1);
    EXPECT_EQ(
        dataset({"make-list", text("set"), "--output", text("all.txt"), "--overwrite"}).exitCode,
        0);
}

TEST_F(DatasetVerbs, split_is_reproducible_and_keeps_scenes_whole) {
    std::string list;
    for (const char* scene : {"barn", "cave", "dune", "fort", "glen"})
        for (const char* frame : {"0001", "0002"}) {
            const std::string stem = std::string(scene) + "_" + frame;
            list += stem + "_beauty.png " + stem + "_albedo.png\n";
        }
    makeFile("list.txt", list);
    const json first = objectOf(
        dataset({"split", text("list.txt"), "--val", "0.2", "--output", text("one"), "--json"}));
    EXPECT_EQ(first["scenes"], 5);
    EXPECT_EQ(first["train"]["pairs"], 8);
    EXPECT_EQ(first["val"]["pairs"], 2);
    EXPECT_EQ(
        dataset({"split", text("list.txt"), "--val", "0.2", "--output", text("two")}).exitCode, 0);
    EXPECT_EQ(bytesOf("one/val.txt"), bytesOf("two/val.txt"));
    EXPECT_EQ(bytesOf("one/train.txt"), bytesOf("two/train.txt"));
    const ProcessResult kept = dataset({"split", text("list.txt"), "--output", text("one")});
    EXPECT_EQ(kept.exitCode, 1);
    EXPECT_THAT(kept.errors, HasSubstr("exists already"));
    const ProcessResult wrong =
        dataset({"split", text("list.txt"), "--val", "2", "--output", text("three")});
    EXPECT_EQ(wrong.exitCode, 2);
    EXPECT_THAT(wrong.errors, HasSubstr("--val"));
}

TEST_F(DatasetVerbs, stats_count_pairs_sizes_and_faults) {
    makeSet(2);
    spoil("halla");
    const ProcessResult run = dataset({"stats", text("set"), "--no-cache", "--json"});
    EXPECT_EQ(run.exitCode, 0) << run.errors;
    const json object = objectOf(run);
    EXPECT_EQ(object["pairs"], 2);
    EXPECT_EQ(object["scenes"], 2);
    EXPECT_EQ(object["sizes"], (json{{"96x80", 2}}));
    EXPECT_EQ(object["findings"], (json{{"albedo_black", 1}}));
    EXPECT_THAT(dataset({"stats", text("set"), "--no-cache"}).output, HasSubstr("96x80: 2 pairs"));
}

TEST_F(DatasetVerbs, archives_are_read_like_folders) {
    makeSet(1);
    std::string archive;
    for (const char* name : {"halla_beauty.exr", "halla_albedo.exr"})
        archive += tarMember(name, bytesOf(std::string("set/") + name));
    makeFile("set.tar", archive + tarEnd());
    const ProcessResult run = dataset({"check", text("set.tar"), "--no-cache", "--json"});
    EXPECT_EQ(run.exitCode, 0) << run.errors << run.output;
    EXPECT_EQ(objectOf(run)["pairs"], 1);
}

TEST_F(DatasetVerbs, a_quarantine_is_left_out) {
    makeSet(3);
    makeFile("bad.txt", "hallb_beauty.exr hallb_albedo.exr\n");
    const ProcessResult listed = dataset(
        {"make-list", text("set"), "--without", text("bad.txt"), "--output", text("good.txt")});
    EXPECT_EQ(listed.exitCode, 0) << listed.errors;
    EXPECT_EQ(bytesOf("good.txt"), "halla_beauty.exr halla_albedo.exr\n"
                                   "hallc_beauty.exr hallc_albedo.exr\n");
    const ProcessResult stats =
        dataset({"stats", text("set"), "--without", text("bad.txt"), "--no-cache", "--json"});
    EXPECT_EQ(objectOf(stats)["pairs"], 2);
    const ProcessResult missing =
        dataset({"check", text("set"), "--without", text("none.txt"), "--no-cache"});
    EXPECT_EQ(missing.exitCode, 1);
    EXPECT_THAT(missing.errors, HasSubstr("none.txt does not exist"));
}

TEST_F(DatasetVerbs, classes_and_texts_of_a_list_stay_in_what_is_made_of_it) {
    makeSet(4);
    std::string list;
    for (const char* name : {"halla", "hallb", "hallc", "halld"})
        list += std::string(name) + "_beauty.exr " + name + "_albedo.exr \"a " + name + "\"\n";
    makeFile("set/list.txt", list);
    const ProcessResult checked =
        dataset({"check", text("set/list.txt"), "--output", text("good.txt"), "--no-cache"});
    EXPECT_EQ(checked.exitCode, 0) << checked.errors;
    EXPECT_EQ(bytesOf("good.txt"), list);
}

TEST_F(DatasetVerbs, a_cache_that_cannot_be_written_is_a_warning) {
    makeSet(2);
    makeFile("file", "in the way");
    const ProcessResult run =
        dataset({"check", text("set"), "--cache", text("file/cache.jsonl"), "--json"});
    EXPECT_EQ(run.exitCode, 0) << run.errors;
    EXPECT_EQ(objectOf(run)["pairs"], 2);
    EXPECT_THAT(run.errors, HasSubstr("nothing is remembered"));
}

TEST_F(DatasetVerbs, bad_input_is_one_clear_sentence) {
    makeFile("empty/notes.txt", "x");
    makeFile("one_column.txt", "a.png b.png\nonly.png\n");
    makeFile("evil.tar", tarMember("../up.exr", "x") + tarEnd());
    const auto refused = [&](const std::vector<std::string>& arguments, const std::string& says) {
        const ProcessResult run = dataset(arguments);
        EXPECT_EQ(run.exitCode, 1) << says;
        EXPECT_TRUE(isOneLine(run.errors)) << run.errors;
        EXPECT_THAT(run.errors, HasSubstr(says));
    };
    refused({"check", text("none")}, "does not exist");
    refused({"check", text("empty")}, "no pair of beauty and albedo");
    refused({"check", text("one_column.txt")}, "one_column.txt:2: only one name");
    refused({"scan", text("evil.tar")}, "'../up.exr' leads out of the set");
    refused({"scan", text("one_column.txt")}, "not a folder or .tar archive");
    EXPECT_EQ(dataset({"check", text("empty"), "--root", text("empty")}).exitCode, 2);
    EXPECT_EQ(dataset({"check", text("empty"), "--no-cache", "--cache", "x"}).exitCode, 2);
}
