#include "core/runs/step_batch.h"

#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace unlit;

namespace {

class StepBatchTest : public testing::Test {
protected:
    void write(const std::string& text) { std::ofstream(folder / "sample_losses.csv") << text; }

    std::vector<std::string> samplesOf(std::int64_t step) const {
        std::vector<std::string> samples;
        for (const train::LossRow& row : runs::batchOfStep(folder.path(), step))
            samples.push_back(row.sample);
        return samples;
    }

    test::TempFolder folder;
};

using Names = std::vector<std::string>;

} // namespace

TEST_F(StepBatchTest, finds_every_step_of_a_long_file) {
    std::string text(train::kLossHeader);
    for (int step = 1; step <= 500; ++step)
        for (int i = 0; i < 1 + step % 3; ++i)
            text +=
                train::toCsv({step, 1, 7 * i,
                              "s" + std::to_string(step) + "_" + std::to_string(i) + ".exr", 0.25});
    write(text);
    for (int step = 1; step <= 500; ++step) {
        const auto rows = runs::batchOfStep(folder.path(), step);
        ASSERT_EQ(rows.size(), static_cast<std::size_t>(1 + step % 3)) << step;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            EXPECT_EQ(rows[i].sample,
                      "s" + std::to_string(step) + "_" + std::to_string(i) + ".exr");
            EXPECT_EQ(rows[i].timestep, static_cast<std::int64_t>(7 * i));
        }
    }
    EXPECT_TRUE(samplesOf(0).empty());
    EXPECT_TRUE(samplesOf(501).empty());
}

TEST_F(StepBatchTest, a_step_that_is_not_there_and_broken_lines_give_nothing_wrong) {
    write(std::string(train::kLossHeader) + "2,1,5,a.exr,0.5\nrubbish\n4,1,5,b.exr,0.5\n4,1,9,c.e");
    EXPECT_EQ(samplesOf(2), Names{"a.exr"});
    EXPECT_TRUE(samplesOf(3).empty());
    EXPECT_EQ(samplesOf(4), Names{"b.exr"}); // the half-written one comes when it is whole
}

TEST_F(StepBatchTest, a_run_that_keeps_none_says_so) {
    test::expectError(ErrorKind::NotFound, {"keeps no losses"},
                      [&] { runs::batchOfStep(folder.path(), 1); });
}

TEST_F(StepBatchTest, the_picture_is_looked_for_in_every_set_of_the_run) {
    std::filesystem::create_directories(folder / "data/second/beauty");
    std::filesystem::create_directories(folder / "data/first");
    std::ofstream(folder / "data/second/beauty/a.exr") << "x";
    std::ofstream(folder / "config.yaml")
        << "dataset:\n  train:\n    name: mixed\n    prob_ls: [0.5, 0.5]\n    dataset_list:\n"
           "    - name: pairs\n      disp_name: one\n      dir: first\n      filenames: l.txt\n"
           "    - name: pairs\n      disp_name: two\n      dir: second\n      filenames: l.txt\n"
           "run:\n  base_data_dir: "
        << (folder / "data").string() << "\n";
    const auto folders = runs::trainingFolders(folder.path());
    ASSERT_EQ(folders.size(), 2U);
    EXPECT_EQ(runs::pictureOfSample(folders, "beauty/a.exr"), folder / "data/second/beauty/a.exr");
    EXPECT_EQ(runs::pictureOfSample(folders, "beauty/b.exr"), std::filesystem::path());
    EXPECT_TRUE(runs::trainingFolders(folder / "nowhere").empty());
}
