// Where a run comes from.
#include "core/base/child_process.h"
#include "core/data/loader/dataset.h"
#include "core/session/train/kept_recipe.h"
#include "core/session/train/provenance.h"
#include "tests/support/file_text.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

using namespace unlit;
namespace fs = std::filesystem;

namespace {

class GitState : public testing::Test {
protected:
    void SetUp() override {
        try {
            if (git({"init", "-q"}).isGood())
                return;
        } catch (const Error&) { // it is not there
        }
        GTEST_SKIP() << "there is no git";
    }

    CommandResult git(std::vector<std::string> words) const {
        words.insert(words.begin(), {"git", "-c", "user.name=a", "-c", "user.email=a@b.c"});
        return runCommand({.words = std::move(words), .folder = folder.path(), .input = {}});
    }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder / name) << text;
    }

    fs::path script(const std::string& text) const {
        write("a git", "#!/bin/sh\n" + text + "\n");
        fs::permissions(folder / "a git", fs::perms::owner_all);
        return folder / "a git";
    }

    test::TempFolder folder;
};

/// Samples whose files are texts of the test's own.
class StampedSet : public data::Dataset {
public:
    explicit StampedSet(std::vector<std::string> files) : m_files(std::move(files)) {}

    std::int64_t size() const override { return static_cast<std::int64_t>(m_files.size()); }

    data::Sample get(std::int64_t, std::int64_t) const override { return {}; }

    std::string describe(std::int64_t index) const override { return std::to_string(index); }

    std::string stamps(std::int64_t index) const override {
        const std::string& file = m_files.at(static_cast<std::size_t>(index));
        if (file.empty())
            throw Error::notFound("it is gone");
        return file;
    }

private:
    std::vector<std::string> m_files;
};

} // namespace

TEST_F(GitState, tells_commit_and_whether_something_was_changed) {
    EXPECT_TRUE(gitStateOf(folder.path()).is_null()) << "nothing was committed yet";
    write("recipe.yaml", "lr: 1");
    ASSERT_TRUE(git({"add", "recipe.yaml"}).isGood());
    ASSERT_TRUE(git({"commit", "-qm", "one"}).isGood());
    write("notes.txt", "git does not follow it");
    const auto clean = gitStateOf(folder.path());
    EXPECT_EQ(clean.at("commit").get<std::string>() + "\n", git({"rev-parse", "HEAD"}).output);
    EXPECT_EQ(clean.at("dirty"), false);
    write("recipe.yaml", "lr: 2");
    EXPECT_EQ(gitStateOf(folder.path()).at("dirty"), true);
}

TEST_F(GitState, the_recipe_is_kept_as_it_was_given_with_changes_of_its_repository) {
    write("recipe.yaml", "lr: 1\n");
    ASSERT_TRUE(git({"add", "recipe.yaml"}).isGood());
    ASSERT_TRUE(git({"commit", "-qm", "one"}).isGood());
    const fs::path run = folder / "run";
    const config::GivenRecipe recipe{
        {{folder / "recipe.yaml", "lr: 2 # why\n"}, {"/elsewhere/recipe.yaml", "max_iter: 3\n"}},
        {"lr=3"}};
    keepRecipe(run, recipe);
    EXPECT_EQ(test::textOf(run / "recipe/01_recipe.yaml"), "lr: 2 # why\n");
    EXPECT_EQ(test::textOf(run / "recipe/02_recipe.yaml"), "max_iter: 3\n");
    EXPECT_EQ(test::textOf(run / "recipe/settings.txt"), "lr=3\n");
    EXPECT_EQ(keepPatch(run, recipe), std::nullopt);
    EXPECT_FALSE(fs::exists(run / "recipe/changes.patch")) << "nothing was changed";
    write("recipe.yaml", "lr: 2\n");
    EXPECT_EQ(keepPatch(run, recipe), std::nullopt);
    const std::string patch = test::textOf(run / "recipe/changes.patch");
    EXPECT_NE(patch.find("-lr: 1\n+lr: 2\n"), std::string::npos) << patch;
    ASSERT_TRUE(git({"checkout", "-q", "recipe.yaml"}).isGood());
    ASSERT_TRUE(git({"apply", (run / "recipe/changes.patch").string()}).isGood());
    EXPECT_EQ(test::textOf(folder / "recipe.yaml"), "lr: 2\n");
}

TEST_F(GitState, a_patch_that_is_too_large_is_told_and_no_program_of_the_repository_is_run) {
    write("recipe.yaml", "lr: 1\n");
    ASSERT_TRUE(git({"add", "recipe.yaml"}).isGood());
    ASSERT_TRUE(git({"commit", "-qm", "one"}).isGood());
    const fs::path shows = script("touch '" + (folder / "was run").string() + "'");
    ASSERT_TRUE(git({"config", "diff.external", shows.string()}).isGood());
    const fs::path run = folder / "run";
    const config::GivenRecipe recipe{{{folder / "recipe.yaml", ""}}, {}};
    write("recipe.yaml", "lr: 2\n");
    EXPECT_EQ(keepPatch(run, recipe), std::nullopt);
    EXPECT_FALSE(fs::exists(folder / "was run"));
    write("recipe.yaml", std::string(2 << 20, '#') + "\n");
    const auto told = keepPatch(run, recipe);
    ASSERT_TRUE(told);
    EXPECT_NE(told->find("larger than 1 MiB"), std::string::npos) << *told;
}

TEST_F(GitState, is_null_without_a_repository_or_the_program) {
    const test::TempFolder other;
    EXPECT_TRUE(gitStateOf(other.path()).is_null());
    EXPECT_TRUE(gitStateOf(folder.path(), "no such program").is_null());
    EXPECT_TRUE(gitStateOf(folder.path(), script("exit 3").string()).is_null());
}

TEST_F(GitState, starts_no_monitor_that_the_repository_names) {
    write("recipe.yaml", "lr: 1");
    ASSERT_TRUE(git({"add", "recipe.yaml"}).isGood());
    ASSERT_TRUE(git({"commit", "-qm", "one"}).isGood());
    const fs::path monitor = script("touch '" + (folder / "was run").string() + "'");
    ASSERT_TRUE(git({"config", "core.fsmonitor", monitor.string()}).isGood());
    EXPECT_FALSE(gitStateOf(folder.path()).is_null());
    EXPECT_FALSE(fs::exists(folder / "was run"));
}

TEST(DataFingerprint, tells_sizes_and_times_apart_from_names) {
    const auto one = train::fingerprintOf(StampedSet({"10 1", "20 2"}));
    const auto same = train::fingerprintOf(StampedSet({"10 1", "20 2"}));
    const auto newer = train::fingerprintOf(StampedSet({"10 1", "20 3"}));
    EXPECT_EQ(one.at("pairs"), 2);
    EXPECT_EQ(one, same);
    EXPECT_EQ(one.at("names"), newer.at("names"));
    EXPECT_NE(one.at("files"), newer.at("files"));
    EXPECT_TRUE(train::fingerprintOf(StampedSet({"10 1", ""})).at("files").is_null());
}
