#include "core/runs/metrics_reader.h"

#include "core/runs/metrics_scan.h"
#include "tests/core/runs/run_test_files.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

using namespace unlit;
using namespace unlit::runs;
using namespace unlit::test;
using testing::ElementsAre;
namespace fs = std::filesystem;

namespace {

std::string line(int step, double loss) {
    return "{\"step\":" + std::to_string(step) + ",\"time\":" + std::to_string(1000 + step) +
           ",\"epoch\":1,\"train/loss\":" + std::to_string(loss) + "}\n";
}

std::string validationLine(int step, double psnr) {
    return "{\"step\":" + std::to_string(step) + ",\"time\":" + std::to_string(1000 + step) +
           ",\"epoch\":2,\"val/set/psnr\":" + std::to_string(psnr) + "}\n";
}

std::vector<std::int64_t> newSteps(MetricsReader& reader, bool& isRestarted) {
    std::vector<std::int64_t> steps;
    const ReadNews news =
        reader.poll([&](const train::MetricRow& row) { steps.push_back(row.step); });
    isRestarted = news.isRestarted;
    return steps;
}

std::vector<std::int64_t> newSteps(MetricsReader& reader) {
    bool isRestarted = false;
    return newSteps(reader, isRestarted);
}

} // namespace

TEST(RowOfLine, reads_all_numbers_and_null_as_NaN) {
    const auto row = rowOfLine(R"({"step":7,"time":12.5,"epoch":3,"train/loss":0.25,"lr":null,)"
                               R"("n":4,"note":"x","deep":{"step":9,"a":1},"list":[1,2]})");
    ASSERT_TRUE(row);
    EXPECT_EQ(row->step, 7);
    EXPECT_EQ(row->time, 12.5);
    EXPECT_EQ(row->epoch, 3);
    ASSERT_EQ(row->scalars.size(), 3U);
    EXPECT_EQ(row->scalars[0].tag, "train/loss");
    EXPECT_EQ(row->scalars[0].value, 0.25);
    EXPECT_TRUE(std::isnan(row->scalars[1].value));
    EXPECT_EQ(row->scalars[2].value, 4);
}

TEST(RowOfLine, refuses_what_is_no_row) {
    for (const char* text : {"", "{", "{}", "[1]", "3", "{\"step\":}", "{\"step\":1", "\xff\xfe",
                             "{\"train/loss\":1}", "{\"step\":1} x"})
        EXPECT_FALSE(rowOfLine(text)) << text;
}

TEST(MetricsReader, hands_out_a_line_when_it_has_its_end) {
    const TempFolder folder;
    const fs::path file = folder / "metrics.jsonl";
    MetricsReader reader(file);
    EXPECT_THAT(newSteps(reader), ElementsAre()); // not there yet
    appendText(file, line(1, 0.5) + line(2, 0.4).substr(0, 9));
    EXPECT_THAT(newSteps(reader), ElementsAre(1));
    EXPECT_THAT(newSteps(reader), ElementsAre());
    appendText(file, line(2, 0.4).substr(9) + line(3, 0.3));
    EXPECT_THAT(newSteps(reader), ElementsAre(2, 3));
    EXPECT_EQ(reader.badLines(), 0U);
}

TEST(MetricsReader, tells_of_a_damaged_line_and_goes_on) {
    const TempFolder folder;
    const fs::path file = folder / "metrics.jsonl";
    appendText(file,
               line(1, 0.5) + "{\"step\":2,\"ti\n" + std::string(40, '\0') + "\n" + line(3, 0.1));
    MetricsReader reader(file);
    EXPECT_THAT(newSteps(reader), ElementsAre(1, 3));
    EXPECT_EQ(reader.badLines(), 2U);
}

TEST(MetricsReader, begins_anew_when_the_file_was_cut_or_replaced) {
    const TempFolder folder;
    const fs::path file = folder / "metrics.jsonl";
    appendText(file, line(1, 0.5) + line(2, 0.4) + line(3, 0.3));
    MetricsReader reader(file);
    EXPECT_THAT(newSteps(reader), ElementsAre(1, 2, 3));
    fs::resize_file(file, line(1, 0.5).size()); // as a resume does
    bool isRestarted = false;
    EXPECT_THAT(newSteps(reader, isRestarted), ElementsAre(1));
    EXPECT_TRUE(isRestarted);
    // Cut and grown beyond the old end between two looks.
    fs::resize_file(file, 0);
    appendText(file, line(5, 0.5) + line(6, 0.5));
    EXPECT_THAT(newSteps(reader, isRestarted), ElementsAre(5, 6));
    EXPECT_TRUE(isRestarted);
    fs::remove(file);
    EXPECT_THAT(newSteps(reader, isRestarted), ElementsAre());
    appendText(file, line(8, 0.5) + line(9, 0.5) + line(10, 0.5));
    EXPECT_THAT(newSteps(reader, isRestarted), ElementsAre(8, 9, 10));
    EXPECT_TRUE(isRestarted);
}

TEST(MetricsReader, gives_the_same_rows_in_helpings_of_any_size) {
    const TempFolder folder;
    const fs::path file = folder / "metrics.jsonl";
    std::vector<std::int64_t> expected;
    for (int step = 1; step <= 300; ++step) {
        appendText(file, line(step, 1.0 / step));
        expected.push_back(step);
    }
    for (const std::size_t helping : {80U, 100U, 1000U, 100000U}) {
        MetricsReader reader(file);
        std::vector<std::int64_t> steps;
        const auto take = [&](const train::MetricRow& row) { steps.push_back(row.step); };
        while (reader.poll(take, helping).hasMore) {
        }
        EXPECT_EQ(steps, expected) << helping;
    }
}

TEST(MetricsScan, agrees_with_reading_every_line) {
    std::mt19937 random(5);
    const TempFolder folder;
    const fs::path file = folder / "metrics.jsonl";
    MetricsScan scan(file);
    RunProgress expected;
    for (int round = 0; round < 60; ++round) {
        for (int i = 0; i < static_cast<int>(random() % 9); ++i) {
            const int step = round * 10 + i;
            const std::string text = random() % 3 == 0
                                         ? validationLine(step, static_cast<double>(random() % 50))
                                         : line(step, 0.5);
            appendText(file, text);
            expected.add(*rowOfLine(std::string_view(text).substr(0, text.size() - 1)));
        }
        scan.poll({});
        EXPECT_EQ(scan.progress().hasRows, expected.hasRows);
        EXPECT_EQ(scan.progress().step, expected.step);
        EXPECT_EQ(scan.progress().epoch, expected.epoch);
        EXPECT_EQ(scan.progress().startTime, expected.startTime);
        EXPECT_EQ(scan.progress().lastTime, expected.lastTime);
        EXPECT_EQ(scan.progress().best("psnr"), expected.best("psnr"));
    }
    EXPECT_TRUE(expected.best("psnr"));
}
