#include "core/train/writers/tensorboard_writer.h"

#include "core/image/image_file.h"
#include "core/train/writers/crc32c.h"
#include "core/train/writers/event_record.h"
#include "tests/core/train/event_file_reader.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <cstring>
#include <fstream>
#include <map>

using namespace unlit;
using namespace unlit::train;
using namespace unlit::test;
using testing::ElementsAre;
using testing::Pair;
namespace fs = std::filesystem;

namespace {

constexpr double kNow = 1700000000.25;

std::vector<ReadEvent> allEvents(const fs::path& folder) {
    std::vector<ReadEvent> all;
    for (const fs::path& file : eventFiles(folder)) {
        const std::vector<ReadEvent> events = readEvents(file);
        all.insert(all.end(), events.begin(), events.end());
    }
    return all;
}

/// Steps of all events with figures.
std::vector<std::int64_t> stepsIn(const fs::path& folder) {
    std::vector<std::int64_t> steps;
    for (const ReadEvent& event : allEvents(folder))
        if (!event.scalars.empty())
            steps.push_back(event.step);
    return steps;
}

MetricRow rowAt(std::int64_t step, const std::string& tag = "train/loss") {
    return {step, 1, kNow + static_cast<double>(step), {{tag, 0.5}}};
}

fs::path writePicture(const fs::path& file) {
    const Image image = makeImage(5, 3, {"R", "G", "B"}, ColorSpace::Srgb);
    writeImage(file, image, {.format = FileFormat::Png8});
    return file;
}

} // namespace

TEST(Crc32c, gives_the_published_values) {
    // RFC 3720, B.4; the last is the usual check value of CRC catalogues.
    std::string rising;
    std::string falling;
    for (char c = 0; c < 32; ++c) {
        rising += c;
        falling += static_cast<char>(31 - c);
    }
    EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8A9136AAU);
    EXPECT_EQ(crc32c(std::string(32, '\xFF')), 0x62A8AB43U);
    EXPECT_EQ(crc32c(rising), 0x46DD794EU);
    EXPECT_EQ(crc32c(falling), 0x113FDB5CU);
    EXPECT_EQ(crc32c("123456789"), 0xE3069283U);
    EXPECT_EQ(crc32c("123456789"), crc32cByDivision("123456789"));
}

TEST(EventRecord, damage_of_any_byte_is_noticed) {
    const std::string record = recordOf(scalarsEvent(rowAt(3)));
    ASSERT_TRUE(readRecord(record));
    EXPECT_EQ(readRecord(record)->size, record.size());
    for (std::size_t i = 0; i < record.size(); ++i) {
        std::string damaged = record;
        damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
        EXPECT_FALSE(readRecord(damaged)) << i;
        EXPECT_FALSE(readRecord(record.substr(0, i))) << i;
    }
}

TEST(TensorboardWriter, independent_code_reads_scalars_back) {
    const TempFolder folder;
    {
        TensorboardWriter writer(folder.path(), {}, kNow, true);
        writer.write(MetricRow{
            7, 2, kNow + 1, {{"train/loss", 0.125}, {"lr", 3e-5}, {"n_batch_in_epoch", 14}}});
        writer.write(MetricRow{1LL << 40, 3, kNow + 2, {{"val/set/psnr", -1.5}}});
    }
    const std::vector<fs::path> files = eventFiles(folder.path());
    ASSERT_EQ(files.size(), 1U);
    EXPECT_EQ(files[0].filename(), "events.out.tfevents.1700000000.unlit.000000");
    const std::vector<ReadEvent> events = readEvents(files[0]);
    ASSERT_EQ(events.size(), 3U);
    EXPECT_EQ(events[0].fileVersion, "brain.Event:2");
    EXPECT_EQ(events[0].wallTime, kNow);
    EXPECT_EQ(events[1].step, 7);
    EXPECT_EQ(events[1].wallTime, kNow + 1);
    EXPECT_THAT(events[1].scalars, ElementsAre(Pair("train/loss", 0.125F), Pair("lr", 3e-5F),
                                               Pair("n_batch_in_epoch", 14.0F)));
    EXPECT_EQ(events[2].step, 1LL << 40);
    EXPECT_THAT(events[2].scalars, ElementsAre(Pair("val/set/psnr", -1.5F)));
}

TEST(TensorboardWriter, pictures_are_png_files_with_their_size) {
    const TempFolder folder;
    const fs::path file = writePicture(folder / "picture.png");
    const PngPicture picture = PngPicture::read(file);
    EXPECT_EQ(picture.width, 5);
    EXPECT_EQ(picture.height, 3);
    EXPECT_EQ(picture.channels, 3);
    TensorboardWriter writer(folder / "tb", {}, kNow, true);
    writer.write(PictureRow{9, kNow, "vis/set/a/prediction", picture});
    const std::vector<ReadEvent> events = allEvents(folder / "tb");
    ASSERT_EQ(events.size(), 2U);
    const ReadPicture& read = events[1].pictures.at("vis/set/a/prediction");
    EXPECT_EQ(read.width, 5);
    EXPECT_EQ(read.height, 3);
    EXPECT_EQ(read.colorspace, 3);
    EXPECT_EQ(read.bytes, picture.bytes);
    TensorboardWriter without(folder / "none", {}, kNow, false);
    without.write(PictureRow{9, kNow, "vis/set/a/prediction", picture});
    EXPECT_EQ(allEvents(folder / "none").size(), 1U);
}

TEST(TensorboardWriter, what_is_no_png_is_refused) {
    const TempFolder folder;
    std::ofstream(folder / "x.png") << "no picture at all, but long enough to have a header";
    expectError(ErrorKind::Corrupt, {"x.png", "is no PNG file"},
                [&] { PngPicture::read(folder / "x.png"); });
    expectError(ErrorKind::NotFound, {"none.png"}, [&] { PngPicture::read(folder / "none.png"); });
}

TEST(TensorboardWriter, a_resume_cuts_later_steps_in_all_files_and_restarts) {
    const TempFolder folder;
    {
        TensorboardWriter first(folder.path(), {}, kNow, true);
        for (const std::int64_t step : {1, 2, 3})
            first.write(rowAt(step));
        TensorboardWriter second(folder.path(), KeepUntil{3, true}, kNow, true);
        for (const std::int64_t step : {4, 5})
            second.write(rowAt(step));
    }
    EXPECT_THAT(stepsIn(folder.path()), ElementsAre(1, 2, 3, 4, 5));
    {
        TensorboardWriter third(folder.path(), KeepUntil{2, true}, kNow - 100, true);
        third.write(rowAt(3));
    }
    EXPECT_THAT(stepsIn(folder.path()), ElementsAre(1, 2, 3));
    const std::vector<fs::path> files = eventFiles(folder.path());
    ASSERT_EQ(files.size(), 3U);
    const std::vector<ReadEvent> last = readEvents(files.back());
    ASSERT_EQ(last.size(), 3U);
    EXPECT_TRUE(last[1].restarts);
    EXPECT_EQ(last[1].step, 3);
}

TEST(TensorboardWriter, a_validation_that_will_be_run_again_is_cut_too) {
    const TempFolder folder;
    {
        TensorboardWriter writer(folder.path(), {}, kNow, true);
        writer.write(rowAt(4));
        writer.write(rowAt(4, "val/set/psnr"));
    }
    { TensorboardWriter keeps(folder.path(), KeepUntil{4, true}, kNow, true); }
    EXPECT_THAT(stepsIn(folder.path()), ElementsAre(4, 4));
    { TensorboardWriter cuts(folder.path(), KeepUntil{4, false}, kNow, true); }
    EXPECT_THAT(stepsIn(folder.path()), ElementsAre(4));
}

TEST(TensorboardWriter, a_file_that_ends_in_the_middle_of_a_record_is_mended) {
    const TempFolder folder;
    {
        TensorboardWriter writer(folder.path(), {}, kNow, true);
        writer.write(rowAt(1));
        writer.write(rowAt(2));
    }
    const fs::path file = eventFiles(folder.path())[0];
    fs::resize_file(file, fs::file_size(file) - 5);
    EXPECT_THROW(readEvents(file), std::runtime_error);
    { TensorboardWriter resumed(folder.path(), KeepUntil{9, true}, kNow, true); }
    EXPECT_THAT(stepsIn(folder.path()), ElementsAre(1));
}

TEST(TensorboardWriter, writes_histograms_as_the_proto_has_them) {
    const TempFolder folder;
    {
        TensorboardWriter writer(folder.path(), {}, kNow, true);
        writer.write(HistogramRow{
            7,
            kNow,
            {{"weights/a", -1, 3, 10, 42, {4, 0, 1, 5}}, {"gradients/a", 2, 2, 4, 8, {2}}}});
    }
    const ReadEvent event = allEvents(folder.path()).back();
    EXPECT_EQ(event.step, 7);
    const ReadHistogram& spread = event.histograms.at("weights/a");
    EXPECT_EQ(spread.min, -1);
    EXPECT_EQ(spread.max, 3);
    EXPECT_EQ(spread.count, 10);
    EXPECT_EQ(spread.sum, 10);
    EXPECT_EQ(spread.sumOfSquares, 42);
    EXPECT_THAT(spread.limits, ElementsAre(-1, 0, 1, 2, 3));
    EXPECT_THAT(spread.buckets, ElementsAre(0, 4, 0, 1, 5));
    EXPECT_THAT(event.histograms.at("gradients/a").limits, ElementsAre(2, 2));
    EXPECT_THAT(event.histograms.at("gradients/a").buckets, ElementsAre(0, 2));
}

TEST(TensorboardWriter, tells_settings_as_text_and_as_hyperparameters) {
    const TempFolder folder;
    {
        TensorboardWriter writer(folder.path(), {}, kNow, true);
        writer.write(SettingsRow{kNow,
                                 "run_one",
                                 "lr: 3e-05\n",
                                 {{"lr", 3e-5}, {"lora.is", true}, {"loss.name", "mse"}}});
        writer.write(rowAt(1));
    }
    const std::vector<ReadEvent> events = allEvents(folder.path());
    const ReadPlugin& text = events.at(1).plugins.at("config/text_summary");
    EXPECT_EQ(text.name, "text");
    EXPECT_EQ(text.tensorType, 7U) << "a text";
    EXPECT_EQ(text.text, "```yaml\nlr: 3e-05\n```\n");
    const ReadPlugin& table = events.at(1).plugins.at("_hparams_/session_start_info");
    EXPECT_EQ(table.name, "hparams");
    const auto data = fieldsOfMessage(table.content);
    ASSERT_EQ(data.size(), 1U);
    EXPECT_EQ(data[0].first, 3) << "session_start_info";
    std::map<std::string, std::pair<int, std::string>> settings;
    for (const auto& [number, bytes] : fieldsOfMessage(data[0].second)) {
        if (number == 4) {
            EXPECT_EQ(bytes, "run_one");
        }
        if (number != 1)
            continue;
        const auto entry = fieldsOfMessage(bytes);
        ASSERT_EQ(entry.size(), 2U);
        settings[entry[0].second] = fieldsOfMessage(entry[1].second).at(0);
    }
    ASSERT_EQ(settings.size(), 3U);
    double rate = 0;
    std::memcpy(&rate, settings.at("lr").second.data(), sizeof(rate));
    EXPECT_EQ(settings.at("lr").first, 2) << "number_value";
    EXPECT_EQ(rate, 3e-5);
    EXPECT_EQ(settings.at("lora.is").first, 4) << "bool_value";
    EXPECT_EQ(settings.at("loss.name"), std::pair(3, std::string("mse"))) << "string_value";
    TensorboardWriter resumed(folder.path(), KeepUntil{0, true}, kNow + 9, true);
    EXPECT_EQ(allEvents(folder.path()).at(1).plugins.size(), 2U) << "they stay on resume";
}
