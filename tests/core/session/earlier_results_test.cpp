// Pictures that this program wrote are known again by their own mark and by what lies beside them.
#include "core/session/infer/earlier_results.h"

#include "core/base/error.h"
#include "core/session/infer/result_writer.h"
#include "tests/core/session/uniform_image.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace unlit;
using test::uniform;
namespace fs = std::filesystem;

namespace {

class EarlierResultsTest : public testing::Test {
protected:
    fs::path folder = fs::path(testing::TempDir()) / "earlier_results_test";

    void SetUp() override {
        fs::remove_all(folder);
        fs::create_directories(folder);
        writeImage(folder / "hall.exr", uniform(0.5F, ColorSpace::Linear), {});
    }

    void TearDown() override { fs::remove_all(folder); }

    /// The file that a result is written to, under a name that says nothing.
    fs::path write(const OutputOptions& asked, const std::string& name) const {
        InferenceResult result;
        result.request.input = folder / "hall.exr";
        result.request.model = folder;
        result.request.output = asked;
        result.request.output->folder = folder;
        result.request.output->name = name;
        result.input = std::make_shared<const Image>(uniform(0.5F, ColorSpace::Linear));
        result.display = result.input;
        result.prediction.targets.push_back(
            {"albedo", uniform(0.5F, ColorSpace::Srgb), {}, false, {}});
        writeResult(result);
        return result.outputs.begin()->second;
    }
};

} // namespace

TEST_F(EarlierResultsTest, every_kind_of_file_has_the_mark) {
    OutputOptions output;
    std::vector<fs::path> written;
    output.format = FileFormat::Png8;
    written.push_back(write(output, "one"));
    output.format = FileFormat::Png16;
    written.push_back(write(output, "two"));
    output.format = FileFormat::Tiff;
    written.push_back(write(output, "three"));
    output.half = true;
    written.push_back(write(output, "four"));
    output.format = FileFormat::Exr;
    written.push_back(write(output, "five"));
    output.layered = true; // with the layers of the input
    written.push_back(write(output, "six"));
    std::vector<fs::path> all = written;
    all.push_back(folder / "hall.exr");
    EXPECT_EQ(earlierResults(all), (std::set<fs::path>(written.begin(), written.end())));
}

TEST_F(EarlierResultsTest, a_side_car_names_what_has_no_mark) {
    writeImage(folder / "a.png", uniform(0.5F, ColorSpace::Srgb), {.format = FileFormat::Png8});
    writeImage(folder / "b.png", uniform(0.5F, ColorSpace::Srgb), {.format = FileFormat::Png8});
    std::ofstream(folder / "x.json")
        << R"({"program": "unlit", "settings": {}, "outputs": {"albedo": "a.png"}})";
    std::ofstream(folder / "y.json") << R"({"program": "other", "outputs": {"albedo": "b.png"}})";
    std::ofstream(folder / "z.json") << "no JSON";
    EXPECT_EQ(earlierResults({folder / "a.png", folder / "b.png"}),
              (std::set<fs::path>{folder / "a.png"}));
}

TEST_F(EarlierResultsTest, what_cannot_be_read_is_none) {
    std::ofstream(folder / "broken.png") << "x";
    EXPECT_TRUE(earlierResults({folder / "broken.png", folder / "gone.png"}).empty());
}

TEST_F(EarlierResultsTest, a_picture_with_a_result_is_known_by_name_and_mark) {
    const fs::path hall = folder / "hall.exr";
    const fs::path room = folder / "room.exr";
    writeImage(room, uniform(0.5F, ColorSpace::Linear), {});
    EXPECT_TRUE(resultsOf({hall, room}, {}).empty());
    std::ofstream(folder / "room_albedo.png") << "not ours";
    const fs::path made = write({}, "{stem}_{target}");
    const auto found = resultsOf({hall, room}, {});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.at(hall), (ResultFiles{{"albedo", made}}));
}

TEST_F(EarlierResultsTest, a_side_car_tells_it_whatever_the_names_are) {
    OutputOptions output;
    output.sidecar = true;
    const fs::path made = write(output, "whatever");
    const auto found = resultsOf({folder / "hall.exr"}, {});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.begin()->second, (ResultFiles{{"albedo", made}}));
}

TEST_F(EarlierResultsTest, a_picture_that_was_rendered_again_has_none) {
    const fs::path made = write({}, "{stem}_{target}");
    fs::last_write_time(folder / "hall.exr", fs::last_write_time(made) + std::chrono::seconds(5));
    EXPECT_TRUE(resultsOf({folder / "hall.exr"}, {}).empty());
}

TEST_F(EarlierResultsTest, the_folder_of_results_is_looked_through_too) {
    const fs::path made = write({}, "{stem}_{target}");
    const fs::path out = folder / "out";
    fs::create_directories(out);
    fs::rename(made, out / made.filename());
    const fs::path hall = folder / "hall.exr";
    EXPECT_TRUE(resultsOf({hall}, {}).empty());
    EXPECT_EQ(resultsOf({hall}, out).at(hall), (ResultFiles{{"albedo", out / made.filename()}}));
    // Another picture of that name: its size tells.
    writeImage(hall, makeImage(3, 2, {"R", "G", "B"}, ColorSpace::Linear), {.overwrite = true});
    fs::last_write_time(hall, fs::last_write_time(out / made.filename()) - std::chrono::hours(1));
    EXPECT_TRUE(resultsOf({hall}, out).empty());
}
