#include "core/train/writers/metric_writers.h"

#include "core/train/writers/append_file.h"
#include "core/train/writers/csv_writer.h"
#include "core/train/writers/jsonl_writer.h"
#include "core/train/writers/tensorboard_writer.h"
#include "tests/core/train/event_file_reader.h"
#include "tests/support/expect_error.h"
#include "tests/support/file_text.h"
#include "tests/support/full_disk.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <limits>

using namespace unlit;
using namespace unlit::train;
using namespace unlit::test;
using nlohmann::json;
using testing::ElementsAre;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> linesOf(const fs::path& file) {
    std::vector<std::string> lines;
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

std::vector<std::int64_t> stepsOf(const fs::path& file) {
    std::vector<std::int64_t> steps;
    for (const std::string& line : linesOf(file))
        steps.push_back(json::parse(line).at("step"));
    return steps;
}

MetricRow row(std::int64_t step, const std::string& tag = "train/loss", double value = 0.5) {
    return {step, 1, 1700000000.5, {{tag, value}}};
}

} // namespace

TEST(JsonlWriter, a_row_is_one_flat_object_that_reads_back_exactly) {
    const TempFolder folder;
    JsonlWriter writer(folder / "m.jsonl", {});
    const double odd = 0.1 + 0.2;
    writer.write({3, 2, 1700000000.5, {{"train/loss", odd}, {"lr", 3e-5}}});
    EXPECT_EQ(textOf(folder / "m.jsonl"),
              "{\"step\":3,\"time\":1700000000.5,\"epoch\":2,\"train/loss\":0.30000000000000004,"
              "\"lr\":3e-05}\n");
    EXPECT_EQ(json::parse(linesOf(folder / "m.jsonl")[0])["train/loss"].get<double>(), odd);
}

TEST(JsonlWriter, what_json_has_no_number_for_is_null) {
    const TempFolder folder;
    JsonlWriter writer(folder / "m.jsonl", {});
    writer.write(row(1, "train/loss", std::numeric_limits<double>::quiet_NaN()));
    writer.write(row(2, "train/loss", std::numeric_limits<double>::infinity()));
    for (const std::string& line : linesOf(folder / "m.jsonl"))
        EXPECT_TRUE(json::parse(line)["train/loss"].is_null());
}

TEST(JsonlWriter, a_resume_cuts_lines_past_the_restored_step_and_a_broken_last_one) {
    const TempFolder folder;
    const fs::path file = folder / "m.jsonl";
    {
        JsonlWriter writer(file, {});
        for (const std::int64_t step : {1, 2, 3, 4, 5})
            writer.write(row(step));
    }
    std::ofstream(file, std::ios::app) << "{\"step\":6,\"ti";
    { JsonlWriter resumed(file, KeepUntil{9, true}); }
    EXPECT_THAT(stepsOf(file), ElementsAre(1, 2, 3, 4, 5));
    {
        JsonlWriter resumed(file, KeepUntil{3, true});
        resumed.write(row(4));
    }
    EXPECT_THAT(stepsOf(file), ElementsAre(1, 2, 3, 4));
    { JsonlWriter resumed(file, KeepUntil{0, true}); }
    EXPECT_EQ(fs::file_size(file), 0U);
}

TEST(JsonlWriter, figures_of_a_validation_that_will_be_run_again_go) {
    const TempFolder folder;
    const fs::path file = folder / "m.jsonl";
    {
        JsonlWriter writer(file, {});
        writer.write(row(2, "val/set/psnr"));
        writer.write(row(4));
        writer.write(row(4, "val/set/psnr"));
    }
    { JsonlWriter resumed(file, KeepUntil{4, true}); }
    EXPECT_THAT(stepsOf(file), ElementsAre(2, 4, 4));
    { JsonlWriter resumed(file, KeepUntil{4, false}); }
    EXPECT_THAT(stepsOf(file), ElementsAre(2, 4));
}

TEST(CsvWriter, writes_a_figure_a_line_and_quotes_what_must_be) {
    const TempFolder folder;
    const fs::path file = folder / "m.csv";
    {
        CsvWriter writer(file, {});
        writer.write({1, 1, 1700000000.5, {{"train/loss", 0.25}, {"val/a,\"b\"/psnr", 20}}});
        writer.write(row(2));
    }
    EXPECT_EQ(textOf(file), "step,epoch,time,tag,value\n"
                            "1,1,1700000000.500,train/loss,0.25\n"
                            "1,1,1700000000.500,\"val/a,\"\"b\"\"/psnr\",20\n"
                            "2,1,1700000000.500,train/loss,0.5\n");
    {
        CsvWriter resumed(file, KeepUntil{1, false});
        resumed.write(row(3));
    }
    EXPECT_EQ(textOf(file), "step,epoch,time,tag,value\n"
                            "1,1,1700000000.500,train/loss,0.25\n"
                            "3,1,1700000000.500,train/loss,0.5\n");
    { CsvWriter again(file, KeepUntil{0, true}); }
    EXPECT_EQ(textOf(file), "step,epoch,time,tag,value\n");
}

TEST(AppendFile, a_piece_that_does_not_fit_leaves_no_half_behind) {
    const TempFolder folder;
    AppendFile file(folder / "f");
    file.append("12345678");
    {
        const FullDisk limit(12);
        EXPECT_THROW(file.append("abcdefgh"), Error);
    }
    EXPECT_EQ(textOf(folder / "f"), "12345678");
    file.append("more");
    EXPECT_EQ(textOf(folder / "f"), "12345678more");
}

TEST(AppendFile, a_link_is_refused_and_what_it_leads_to_stays) {
    const TempFolder folder;
    std::ofstream(folder / "mine") << "precious";
    fs::create_symlink(folder / "mine", folder / "metrics.jsonl");
    expectError(ErrorKind::InvalidInput, {"metrics.jsonl", "link"},
                [&] { AppendFile(folder / "metrics.jsonl"); });
    expectError(ErrorKind::InvalidInput, {"metrics.jsonl", "link"},
                [&] { truncateFile(folder / "metrics.jsonl", 0); });
    EXPECT_EQ(textOf(folder / "mine"), "precious");
}

TEST(MetricWriters, a_full_disk_delays_figures_and_loses_none) {
    const TempFolder folder;
    const RunFolder run = RunFolder::create(folder / "run", "lr: 1\n");
    std::vector<std::string> told;
    MetricWriters writers(run, {.tensorboard = true, .tensorboardImages = true, .csv = true}, {},
                          [&](const std::optional<Failure>& failure) {
                              told.push_back(failure ? failure->message : "well again");
                          });
    writers.write(row(1));
    {
        const FullDisk limit(150);
        for (const std::int64_t step : {2, 3, 4})
            writers.write(row(step));
    }
    ASSERT_EQ(told.size(), 1U) << "told once, not at every step";
    EXPECT_THAT(told[0], testing::HasSubstr((folder / "run").string()));
    writers.write(row(5));
    ASSERT_EQ(told.size(), 2U);
    EXPECT_EQ(told[1], "well again");
    EXPECT_THAT(stepsOf(run.metrics()), ElementsAre(1, 2, 3, 4, 5));
    EXPECT_EQ(linesOf(run.csv()).size(), 6U);
    std::vector<std::int64_t> steps;
    for (const ReadEvent& event : readEvents(eventFiles(run.tensorboard()).at(0)))
        if (!event.scalars.empty())
            steps.push_back(event.step);
    EXPECT_THAT(steps, ElementsAre(1, 2, 3, 4, 5));
}

TEST(MetricWriters, only_what_is_configured_is_written) {
    const TempFolder folder;
    const RunFolder run = RunFolder::create(folder / "run", "lr: 1\n");
    MetricWriters writers(run, {.tensorboard = false, .tensorboardImages = false, .csv = false}, {},
                          [](const std::optional<Failure>&) { FAIL(); });
    writers.write(row(1));
    EXPECT_THAT(stepsOf(run.metrics()), ElementsAre(1));
    EXPECT_FALSE(fs::exists(run.csv()));
    EXPECT_TRUE(fs::is_empty(run.tensorboard()));
}
