#include "core/runs/run_labels.h"

#include "core/runs/run_reader.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace unlit;
using runs::RunLabels;

namespace {

class RunLabelsTest : public testing::Test {
protected:
    RunLabelsTest() {
        std::filesystem::create_directories(m_run);
        std::ofstream(m_run / "config.yaml") << "max_iter: 5\n";
        std::ofstream(m_run / "metrics.jsonl")
            << "{\"step\":1,\"time\":1,\"epoch\":1,\"train/loss\":1}\n";
    }

    test::TempFolder m_folder;
    std::filesystem::path m_run = m_folder.path() / "run";
};

} // namespace

TEST_F(RunLabelsTest, are_read_as_they_were_written) {
    EXPECT_EQ(runs::readRunLabels(m_run), RunLabels{});
    RunLabels labels;
    labels.addTag("small");
    labels.addTag("baseline");
    labels.addTag("small");
    labels.group = "raten-ü";
    labels.isArchived = true;
    EXPECT_EQ(labels.tags, (std::vector<std::string>{"baseline", "small"}));
    runs::writeRunLabels(m_run, labels);
    EXPECT_EQ(runs::readRunLabels(m_run), labels);
    labels = {};
    runs::writeRunLabels(m_run, labels);
    EXPECT_FALSE(std::filesystem::exists(m_run / "labels.json")) << "a run without labels has none";
}

TEST_F(RunLabelsTest, what_a_filter_could_not_name_is_refused) {
    for (const char* word : {"", "two words", "a,b", "a=b", "a<b", "!a", "\"a\"", "a\nb"})
        test::expectError(ErrorKind::InvalidInput, {}, [&] { runs::requireLabel(word); });
    test::expectError(ErrorKind::InvalidInput, {},
                      [] { runs::requireLabel(std::string(65, 'a')); });
    runs::requireLabel("v1.2-größer_als/zwei");
    test::expectError(ErrorKind::InvalidInput, {"a b"}, [&] {
        runs::writeRunLabels(m_run, {{"a b"}, "", false});
    });
    test::expectError(ErrorKind::NotFound, {"no run"}, [&] {
        runs::writeRunLabels(m_folder.path() / "gone", {{"a"}, "", false});
    });
}

TEST_F(RunLabelsTest, a_broken_file_is_told_and_hides_no_run) {
    std::ofstream(m_run / "labels.json") << "{\"tags\": 3}";
    test::expectError(ErrorKind::Corrupt, {"labels.json"},
                      [&] { (void)runs::readRunLabels(m_run); });
    runs::RunReader reader({m_run, "run"});
    EXPECT_EQ(reader.refresh(10, {}).labels, RunLabels{});
    EXPECT_EQ(reader.summary().step, 1);
}

TEST_F(RunLabelsTest, a_reader_sees_them_come_and_go) {
    runs::RunReader reader({m_run, "run"});
    EXPECT_TRUE(reader.refresh(10, {}).labels.tags.empty());
    runs::writeRunLabels(m_run, {{"a"}, "g", false});
    EXPECT_EQ(reader.refresh(11, {}).labels.group, "g");
    EXPECT_TRUE(reader.summary().labels.hasTag("a"));
    runs::writeRunLabels(m_run, {});
    EXPECT_EQ(reader.refresh(12, {}).labels, RunLabels{});
}
