// The losses of samples as a whole run writes them.
#include "core/train/hooks/loss_history_hook.h"

#include "core/config/yaml/yaml_writer.h"
#include "tests/core/train/small_run.h"
#include "tests/support/file_text.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>

using namespace unlit;
using test::SmallRun;
using test::textOf;

namespace {

std::vector<train::LossRow> rowsOf(const std::filesystem::path& file) {
    std::vector<train::LossRow> rows;
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);)
        if (const auto row = train::lossRowFrom(line))
            rows.push_back(*row);
    return rows;
}

/// Of unet and state, without where the run stands.
nlohmann::json numbersOf(const std::filesystem::path& run) {
    const auto files = test::traceOf(run).at("latest").at("files");
    return {files.at("unet/diffusion_pytorch_model.safetensors"),
            files.at("trainer_state.safetensors")};
}

} // namespace

TEST(LossHistoryHook, writes_a_row_for_each_sample_of_each_step) {
    const test::TempFolder folder;
    SmallRun small(folder.path());
    small.config.gtMaskType
        .reset(); // every cell counts: the step's loss is the mean of its samples
    small.config.maxIter = 3;
    std::map<std::int64_t, double> lossOfStep;
    small.onEvent = [&](const auto& event) {
        if (const auto* row = std::get_if<ScalarsReady>(&event))
            for (const auto& [tag, value] : row->scalars)
                if (tag == "train/loss")
                    lossOfStep[row->step] = value;
    };
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    const auto file = train::RunFolder::open(folder / "run").sampleLosses();
    EXPECT_TRUE(textOf(file).starts_with(std::string(train::kLossHeader)));
    const auto rows = rowsOf(file);
    // Two micro-batches a step; every third has one sample, the last of the five.
    ASSERT_EQ(rows.size(), 4U + 3U + 3U);
    std::map<std::int64_t, std::vector<double>> byStep;
    for (const auto& row : rows) {
        byStep[row.step].push_back(row.loss);
        EXPECT_TRUE(row.sample.starts_with("b")) << row.sample;
        EXPECT_GE(row.timestep, 0);
        EXPECT_LT(row.timestep, 1000);
    }
    const auto& first = byStep.at(1);
    EXPECT_NEAR((first[0] + first[1] + first[2] + first[3]) / 4, lossOfStep.at(1), 1e-5);
    const auto& second = byStep.at(2); // a batch of one, then of two
    EXPECT_NEAR((second[0] + (second[1] + second[2]) / 2) / 2, lossOfStep.at(2), 1e-5);
}

TEST(LossHistoryHook, does_not_change_the_training) {
    const test::TempFolder folder;
    SmallRun small(folder.path());
    small.config.maxIter = 5;
    ASSERT_EQ(small.start("with"), train::RunEnd::Complete);
    small.config.writers.sampleLosses = false;
    ASSERT_EQ(small.start("without"), train::RunEnd::Complete);
    EXPECT_EQ(numbersOf(folder / "with"), numbersOf(folder / "without"));
    EXPECT_FALSE(std::filesystem::exists(folder / "without/sample_losses.csv"));
    EXPECT_FALSE(std::filesystem::exists(folder / "without/worst_samples.json"));
}

TEST(LossHistoryHook, writes_the_same_file_when_a_run_is_cut_and_resumed) {
    const test::TempFolder folder;
    SmallRun small(folder.path());
    small.config.writers.worstSamples = 3;
    ASSERT_EQ(small.start("whole"), train::RunEnd::Complete);
    small.stopAt(5, 1);
    ASSERT_EQ(small.start("cut"), train::RunEnd::Stopped);
    ASSERT_EQ(small.resume("cut"), train::RunEnd::Complete);
    EXPECT_EQ(textOf(folder / "cut/sample_losses.csv"), textOf(folder / "whole/sample_losses.csv"));
    EXPECT_EQ(textOf(folder / "cut/worst_samples.json"),
              textOf(folder / "whole/worst_samples.json"));
    // From an older checkpoint: later rows go and come again.
    small.stopAt(8, 0);
    ASSERT_EQ(small.start("back"), train::RunEnd::Stopped);
    ASSERT_EQ(small.resume("back/checkpoint/previous"), train::RunEnd::Complete);
    EXPECT_EQ(textOf(folder / "back/sample_losses.csv"),
              textOf(folder / "whole/sample_losses.csv"));
}

TEST(LossHistoryHook, lists_the_worst_samples_and_posts_them) {
    const test::TempFolder folder;
    SmallRun small(folder.path());
    small.config.maxIter = 6;
    small.config.writers.worstSamples = 2;
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    const auto events = small.all<WorstSamples>();
    ASSERT_EQ(events.size(), 1U);
    const auto listed = train::readWorstSamples(folder / "run/worst_samples.json");
    EXPECT_EQ(listed.step, 6);
    ASSERT_EQ(listed.entries.size(), 2U);
    EXPECT_EQ(events[0].entries[0].sample, listed.entries[0].sample);
    train::LossHistory history(1000);
    train::readLosses(folder / "run/sample_losses.csv", history);
    EXPECT_EQ(history.worst(1)[0].sample, listed.entries[0].sample);
    EXPECT_GE(listed.entries[0].relativeLoss, listed.entries[1].relativeLoss);
}

TEST(TimestepLossHook, tells_what_the_file_of_losses_amounts_to_and_changes_no_training) {
    const test::TempFolder folder;
    SmallRun small(folder.path());
    small.config.trainer.lossBins = 2;
    ASSERT_EQ(small.start("with"), train::RunEnd::Complete);
    std::map<std::pair<std::int64_t, bool>, std::vector<double>> losses; // of early and late
    for (const auto& row : rowsOf(folder / "with/sample_losses.csv"))
        losses[{row.step, row.timestep >= 500}].push_back(row.loss);
    std::size_t told = 0;
    for (const auto& row : small.all<ScalarsReady>())
        for (const auto& [tag, value] : row.scalars) {
            if (!tag.starts_with("train/loss_t"))
                continue;
            ++told;
            const auto& own = losses.at({row.step, tag == "train/loss_t500-999"});
            double sum = 0;
            for (const double loss : own)
                sum += loss;
            EXPECT_NEAR(value, sum / static_cast<double>(own.size()), 1e-9) << tag;
        }
    EXPECT_EQ(told, losses.size());
    small.config.trainer.lossBins = 0;
    small.config.writers.sampleLosses = false;
    ASSERT_EQ(small.start("without"), train::RunEnd::Complete);
    EXPECT_EQ(numbersOf(folder / "with"), numbersOf(folder / "without"));
}
