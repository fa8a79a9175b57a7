#include "core/train/scratch_copy.h"

#include "core/train/slurm_job.h"
#include "tests/support/expect_error.h"
#include "tests/support/file_text.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <fstream>
#include <map>

using namespace unlit;
using namespace unlit::train;
using namespace unlit::test;
namespace fs = std::filesystem;

namespace {

Environment environmentOf(const std::map<std::string, std::string>& variables) {
    return [variables](const std::string& name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    };
}

void write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

class ScratchCopyTest : public testing::Test {
protected:
    ScratchCopyTest() {
        write(m_folder / "data/set/a/1.png", "one");
        write(m_folder / "data/set/list.txt", "a/1.png a/1.png\n");
        write(m_folder / "data/outside.txt", "a/1.png a/1.png\n");
        write(m_folder / "data/val.tar", "an archive");
        fs::create_directories(m_folder / "scratch");
        m_config.run.baseDataDir = m_folder / "data";
        m_config.dataset.train.dir = "set/";
        m_config.dataset.train.filenames = "list.txt";
        m_config.dataset.val.resize(2);
        m_config.dataset.val[0].dir = "val.tar";
        m_config.dataset.val[0].filenames = "outside.txt";
        m_config.dataset.val[1].dir = "set";
        m_config.dataset.val[1].filenames = "outside.txt";
    }

    config::TrainConfig copy() {
        m_copied.clear();
        return copySetsToScratch(m_config, m_folder / "scratch",
                                 [&](const fs::path& from, const fs::path&, std::uint64_t) {
                                     m_copied.push_back(from.filename());
                                 });
    }

    TempFolder m_folder;
    config::TrainConfig m_config;
    std::vector<std::string> m_copied;
};

} // namespace

TEST(SlurmJob, is_told_by_the_environment_with_a_scratch_folder_that_exists) {
    const TempFolder folder;
    EXPECT_FALSE(findSlurmJob(environmentOf({{"TMPDIR", folder.path()}})));
    const auto job = findSlurmJob(environmentOf(
        {{"SLURM_JOB_ID", "17"}, {"SLURM_TMPDIR", "/nowhere"}, {"TMPDIR", folder.path()}}));
    ASSERT_TRUE(job);
    EXPECT_EQ(job->id, "17");
    EXPECT_EQ(job->scratch, folder.path());
    EXPECT_EQ(findSlurmJob(environmentOf({{"SLURM_JOB_ID", "17"}}))->scratch, "");
}

TEST_F(ScratchCopyTest, sets_are_read_there_and_each_is_copied_once) {
    const config::TrainConfig config = copy();
    EXPECT_THAT(m_copied, testing::UnorderedElementsAre("set", "val.tar"));
    EXPECT_TRUE(config.dataset.train.dir.string().starts_with((m_folder / "scratch").string()));
    EXPECT_EQ(config.dataset.train.dir.filename(), "set");
    EXPECT_EQ(textOf(config.dataset.train.dir / "a/1.png"), "one");
    EXPECT_EQ(textOf(config.dataset.train.dir / config.dataset.train.filenames),
              "a/1.png a/1.png\n");
    EXPECT_EQ(textOf(config.dataset.val[0].dir), "an archive");
    EXPECT_EQ(config.dataset.val[0].filenames, m_folder / "data/outside.txt");
    EXPECT_EQ(config.dataset.val[1].dir, config.dataset.train.dir);
}

TEST_F(ScratchCopyTest, a_copy_is_used_again_until_the_set_changes) {
    const fs::path first = copy().dataset.train.dir;
    EXPECT_EQ(copy().dataset.train.dir, first);
    EXPECT_THAT(m_copied, testing::IsEmpty());
    write(m_folder / "data/set/a/1.png", "another");
    const fs::path second = copy().dataset.train.dir;
    EXPECT_NE(second, first);
    EXPECT_EQ(textOf(second / "a/1.png"), "another");
    EXPECT_THAT(m_copied, testing::ElementsAre("set"));
}

TEST_F(ScratchCopyTest, a_set_that_is_not_there_is_named) {
    m_config.dataset.val[0].dir = "none.tar";
    expectError(ErrorKind::NotFound, {"none.tar"}, [&] { copy(); });
    EXPECT_TRUE(fs::is_empty(m_folder / "scratch"));
}
