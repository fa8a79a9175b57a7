#include "core/train/loss/loss_history.h"

#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <fstream>

using namespace unlit;
using namespace unlit::train;

TEST(LossRow, goes_to_a_line_and_back_whatever_its_name) {
    for (const char* name : {"a/b.png", "with, comma", "with \"quotes\", and more", "ä"}) {
        const LossRow row{7, 2, 999, name, 0.1};
        const std::string line = toCsv(row);
        ASSERT_EQ(line.back(), '\n');
        const auto read = lossRowFrom(std::string_view(line).substr(0, line.size() - 1));
        ASSERT_TRUE(read.has_value()) << line;
        EXPECT_EQ(read->sample, name);
        EXPECT_EQ(read->step, 7);
        EXPECT_EQ(read->epoch, 2);
        EXPECT_EQ(read->timestep, 999);
        EXPECT_EQ(read->loss, 0.1);
    }
    EXPECT_EQ(toCsv({1, 1, 5, "x", 0.5}), "1,1,5,x,0.5\n");
}

TEST(LossRow, is_not_read_from_anything_else) {
    for (const char* line : {"", "step,epoch,timestep,sample,loss", "1,2,3", "1,2,3,x",
                             "1,2,3,,0.5", "a,2,3,x,0.5", "1,2,3,x,0.5y"})
        EXPECT_FALSE(lossRowFrom(line).has_value()) << line;
}

TEST(LossHistory, sets_losses_against_what_is_usual_at_their_timesteps) {
    LossHistory history(1000);
    // The first tenth: 4, then the mean of 4 and 2 is 3. The last one has losses of its own size.
    history.add("a", 5, 4);
    history.add("b", 99, 2);
    history.add("c", 950, 0.5);
    history.add("c", 999, 1.5); // the mean is 1
    const auto worst = history.worst(10);
    ASSERT_EQ(worst.size(), 3U);
    EXPECT_EQ(worst[0].sample, "c");
    EXPECT_EQ(worst[0].visits, 2);
    EXPECT_DOUBLE_EQ(worst[0].meanLoss, 1);
    EXPECT_DOUBLE_EQ(worst[0].relativeLoss, (1 + 1.5) / 2);
    EXPECT_EQ(worst[1].sample, "a");
    EXPECT_DOUBLE_EQ(worst[1].relativeLoss, 1);
    EXPECT_EQ(worst[2].sample, "b");
    EXPECT_DOUBLE_EQ(worst[2].relativeLoss, 2.0 / 3);
}

TEST(LossHistory, lists_no_more_than_asked_for_and_equals_by_name) {
    LossHistory history(10);
    for (const char* name : {"c", "a", "b"})
        history.add(name, 0, 1);
    const auto worst = history.worst(2);
    ASSERT_EQ(worst.size(), 2U);
    EXPECT_EQ(worst[0].sample, "a");
    EXPECT_EQ(worst[1].sample, "b");
}

TEST(LossHistory, forgets_what_was_usual_long_ago) {
    LossHistory history(1000);
    for (int i = 0; i < 500; ++i)
        history.add("early", 1, 10);
    for (int i = 0; i < 500; ++i)
        history.add("late", 1, 1);
    for (int i = 0; i < 3; ++i)
        history.add("hard", 1, 2);
    EXPECT_EQ(history.worst(1).front().sample, "hard") << "twice the usual loss of its time";
}

TEST(LossHistory, is_the_same_when_it_is_read_back) {
    const test::TempFolder folder;
    LossHistory live(1000);
    std::ofstream file(folder / "losses.csv");
    file << kLossHeader;
    for (int i = 0; i < 200; ++i) {
        const LossRow row{i, 1, (i * 37) % 1000, "p" + std::to_string(i % 7),
                          0.1 * (i % 11) + 0.01};
        live.add(row.sample, row.timestep, row.loss);
        file << toCsv(row);
    }
    file.close();
    LossHistory read(1000);
    readLosses(folder / "losses.csv", read);
    readLosses(folder / "missing.csv", read);
    const auto expected = live.worst(7);
    const auto actual = read.worst(7);
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(actual[i].sample, expected[i].sample);
        EXPECT_EQ(actual[i].relativeLoss, expected[i].relativeLoss);
    }
}

TEST(WorstSamples, are_read_back_and_damage_is_said) {
    const test::TempFolder folder;
    const WorstSamples worst{40, folder / "worst.json", {{"a \"b\"", 3, 0.25, 1.5}}};
    std::ofstream(worst.file) << worstSamplesJson(worst);
    const WorstSamples read = readWorstSamples(worst.file);
    EXPECT_EQ(read.step, 40);
    ASSERT_EQ(read.entries.size(), 1U);
    EXPECT_EQ(read.entries[0].sample, "a \"b\"");
    EXPECT_EQ(read.entries[0].visits, 3);
    EXPECT_EQ(read.entries[0].relativeLoss, 1.5);
    std::ofstream(worst.file) << "{\"step\": ";
    test::expectError(ErrorKind::Corrupt, {"worst.json"}, [&] { readWorstSamples(worst.file); });
    test::expectError(ErrorKind::NotFound, {"none.json"},
                      [&] { readWorstSamples(folder / "none.json"); });
}
