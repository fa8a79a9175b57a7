#include "core/runs/event_reader.h"

#include "core/runs/run_series.h"
#include "core/train/writers/event_record.h"
#include "core/train/writers/tensorboard_writer.h"
#include "tests/core/runs/run_test_files.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <cstring>

using namespace unlit;
using namespace unlit::runs;
using namespace unlit::test;
using testing::ElementsAre;
namespace fs = std::filesystem;

namespace {

constexpr const char* kFile = "events.out.tfevents.1700000000.host.1.0";

std::string record(std::int64_t step, float value, const std::string& tag = "train/loss") {
    return train::recordOf(train::scalarsEvent({step, 1, 1700000000.0 + step, {{tag, value}}}));
}

/// A summary value as TensorFlow 2 writes it: a tensor of one float. Bytes by tensor.proto.
std::string tensorRecord() {
    const float value = 0.75F;
    std::string content(4, '\0');
    std::memcpy(content.data(), &value, 4);
    const std::string tensor = "\x08\x01\x22\x04" + content; // dtype 1, tensor_content
    const std::string summaryValue =
        "\x0a\x04loss\x42" + std::string(1, static_cast<char>(tensor.size())) + tensor;
    const std::string summary =
        "\x0a" + std::string(1, static_cast<char>(summaryValue.size())) + summaryValue;
    return train::recordOf("\x10\x05\x2a" + std::string(1, static_cast<char>(summary.size())) +
                           summary); // step 5
}

struct Reader {
    explicit Reader(const fs::path& folder) : events(folder) {}

    /// The steps that a look brings.
    std::vector<std::int64_t> look(std::size_t most = std::size_t{1} << 20) {
        std::vector<std::int64_t> steps;
        last = events.poll([&](const train::MetricRow& row) { steps.push_back(row.step); },
                           [&](std::int64_t step) { restarts.push_back(step); }, most);
        return steps;
    }

    EventReader events;
    ReadNews last;
    std::vector<std::int64_t> restarts;
};

} // namespace

TEST(EventReader, shows_what_is_whole_wherever_the_file_is_cut_and_goes_on_when_it_grows) {
    const std::string first = train::recordOf(train::versionEvent(1)) + record(1, 0.5F);
    const std::string second = record(2, 0.25F);
    for (std::size_t cut = 0; cut < second.size(); ++cut) {
        const TempFolder folder;
        writeText(folder / kFile, first + second.substr(0, cut));
        Reader reader(folder.path());
        EXPECT_THAT(reader.look(), ElementsAre(1)) << cut;
        EXPECT_THAT(reader.look(), ElementsAre()) << cut;
        appendText(folder / kFile, second.substr(cut) + record(3, 0.1F));
        EXPECT_THAT(reader.look(), ElementsAre(2, 3)) << cut;
        EXPECT_EQ(reader.events.problem(), "");
    }
}

TEST(EventReader, passes_over_a_record_with_a_wrong_check_sum) {
    const TempFolder folder;
    std::string bad = record(2, 0.5F);
    bad[20] = static_cast<char>(bad[20] ^ 1);
    writeText(folder / kFile, record(1, 0.5F) + bad + record(3, 0.5F));
    Reader reader(folder.path());
    EXPECT_THAT(reader.look(), ElementsAre(1, 3));
    EXPECT_EQ(reader.events.badRecords(), 1U);
    EXPECT_THAT(reader.events.problem(), testing::HasSubstr("wrong check sum"));
}

TEST(EventReader, ends_where_not_even_a_length_can_be_trusted) {
    const TempFolder folder;
    std::string bad = record(2, 0.5F);
    bad[0] = static_cast<char>(bad[0] ^ 1);
    writeText(folder / kFile, record(1, 0.5F) + bad + record(3, 0.5F));
    Reader reader(folder.path());
    EXPECT_THAT(reader.look(), ElementsAre(1));
    EXPECT_THAT(reader.look(), ElementsAre());
    EXPECT_THAT(reader.events.problem(),
                testing::HasSubstr("damaged from byte " + std::to_string(record(1, 0.5F).size())));
}

TEST(EventReader, reads_tensors_of_one_number) {
    const TempFolder folder;
    writeText(folder / kFile, tensorRecord());
    EventReader reader(folder.path());
    std::vector<train::MetricRow> rows;
    reader.poll([&](const train::MetricRow& row) { rows.push_back(row); }, [](std::int64_t) {});
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].step, 5);
    ASSERT_EQ(rows[0].scalars.size(), 1U);
    EXPECT_EQ(rows[0].scalars[0].tag, "loss");
    EXPECT_EQ(rows[0].scalars[0].value, 0.75);
}

TEST(EventReader, finds_new_files_and_tells_of_restarts) {
    const TempFolder folder;
    {
        train::TensorboardWriter writer(folder.path(), std::nullopt, 1700000000, true);
        for (std::int64_t step = 1; step <= 4; ++step)
            writer.write({step, 1, 1700000000.0 + static_cast<double>(step), {{"a", 1.0}}});
    }
    Reader reader(folder.path());
    EXPECT_THAT(reader.look(), ElementsAre(1, 2, 3, 4));
    writeText(folder / "events.out.tfevents.1700000099.host.2.0",
              train::recordOf(train::versionEvent(2)) + train::recordOf(train::restartEvent(2, 3)) +
                  record(3, 0.5F));
    EXPECT_THAT(reader.look(), ElementsAre(3));
    EXPECT_THAT(reader.restarts, ElementsAre(3));
}

TEST(EventReader, gives_the_same_rows_in_helpings_smaller_than_a_record) {
    const TempFolder folder;
    std::string all;
    std::vector<std::int64_t> expected;
    for (std::int64_t step = 1; step <= 50; ++step) {
        all += record(step, 0.5F, std::string(static_cast<std::size_t>(step) * 7, 't'));
        expected.push_back(step);
    }
    writeText(folder / kFile, all);
    for (const std::size_t helping : {16U, 100U, 500U}) {
        Reader reader(folder.path());
        std::vector<std::int64_t> steps;
        for (int round = 0; round < 1000 && steps.size() < expected.size(); ++round)
            for (const std::int64_t step : reader.look(helping))
                steps.push_back(step);
        EXPECT_EQ(steps, expected) << helping;
    }
}

TEST(EventReader, survives_any_bytes) {
    const TempFolder folder;
    const std::string whole = record(1, 0.5F) + record(2, 0.5F) + tensorRecord();
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string bytes = whole;
        bytes[at] = static_cast<char>(~bytes[at]);
        writeText(folder / kFile, bytes);
        Reader reader(folder.path());
        EXPECT_LE(reader.look().size(), 3U);
    }
}
