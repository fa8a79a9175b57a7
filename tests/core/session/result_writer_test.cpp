#include "core/session/infer/result_writer.h"

#include "core/base/error.h"
#include "tests/core/session/uniform_image.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace unlit;
using test::kHalfDecoded;
using test::uniform;
namespace fs = std::filesystem;

namespace {

/// A result as the pipeline gives it: display-encoded albedo of 0.5 and a data stack of 0.25.
class ResultWriterTest : public testing::Test {
protected:
    fs::path folder = fs::path(testing::TempDir()) / "result_writer_test";
    InferenceResult result;

    void SetUp() override {
        fs::remove_all(folder);
        result.request.input = folder / "in" / "hall.exr";
        result.request.options.ensemble = 2;
        result.request.output = OutputOptions{};
        result.request.output->folder = folder / "out";
        result.input = std::make_shared<const Image>(uniform(2.0F, ColorSpace::Linear));
        TargetPrediction albedo{
            "albedo", uniform(0.5F, ColorSpace::Srgb), uniform(0.125F, ColorSpace::Raw), false, {}};
        TargetPrediction material{"material",
                                  uniform(0.25F, ColorSpace::Raw),
                                  {},
                                  false,
                                  {"roughness", "metallicity", ""}};
        result.prediction.targets = {albedo, material};
    }

    void TearDown() override { fs::remove_all(folder); }

    OutputOptions& output() { return *result.request.output; }

    float firstSample(const std::string& name) const {
        return readImage(folder / "out" / name, {"", ColorSpace::Raw}).image.samples.at(0);
    }

    std::vector<std::string> files() const {
        std::vector<std::string> names;
        if (fs::exists(folder / "out"))
            for (const auto& entry : fs::directory_iterator(folder / "out"))
                names.push_back(entry.path().filename().string());
        std::ranges::sort(names);
        return names;
    }
};

} // namespace

TEST_F(ResultWriterTest, exr_holds_linear_colour_and_untouched_data) {
    writeResult(result);
    EXPECT_EQ(files(), (std::vector<std::string>{"hall_albedo.exr", "hall_material.exr"}));
    EXPECT_NEAR(firstSample("hall_albedo.exr"), kHalfDecoded, 1e-6);
    EXPECT_FLOAT_EQ(firstSample("hall_material.exr"), 0.25F);
    EXPECT_EQ(result.outputs.at("albedo"), folder / "out/hall_albedo.exr");
}

TEST_F(ResultWriterTest, png_holds_encoded_colour) {
    output().format = FileFormat::Png16;
    writeResult(result);
    EXPECT_NEAR(firstSample("hall_albedo.png"), 0.5F, 0.5 / 65535);
    EXPECT_NEAR(firstSample("hall_material.png"), 0.25F, 0.5 / 65535);
}

TEST_F(ResultWriterTest, raw_output_keeps_the_numbers_of_the_model) {
    output().space = ColorSpace::Raw;
    writeResult(result);
    EXPECT_FLOAT_EQ(firstSample("hall_albedo.exr"), 0.5F);
}

TEST_F(ResultWriterTest, uncertainty_and_parts_of_a_stack_on_request) {
    output().uncertainty = true;
    output().splitStack = true;
    writeResult(result);
    EXPECT_EQ(files(), (std::vector<std::string>{"hall_albedo.exr", "hall_albedo_uncertainty.exr",
                                                 "hall_material.exr", "hall_metallicity.exr",
                                                 "hall_roughness.exr"}));
    EXPECT_FLOAT_EQ(firstSample("hall_albedo_uncertainty.exr"), 0.125F);
    EXPECT_FLOAT_EQ(firstSample("hall_roughness.exr"), 0.25F);
    EXPECT_EQ(result.uncertaintyOutputs.size(), 1U);
}

TEST_F(ResultWriterTest, layered_file_keeps_beauty_and_all_targets) {
    output().layered = true;
    writeResult(result);
    EXPECT_EQ(files(), (std::vector<std::string>{"hall_unlit.exr"}));
    const auto layer = [&](const std::string& name) {
        return readImage(folder / "out/hall_unlit.exr", {name, ColorSpace::Raw})
            .image.samples.at(0);
    };
    EXPECT_FLOAT_EQ(layer("beauty"), 2.0F);
    EXPECT_NEAR(layer("albedo"), kHalfDecoded, 1e-6);
    EXPECT_FLOAT_EQ(layer("material"), 0.25F);
    EXPECT_NEAR(firstSample("hall_unlit.exr"), kHalfDecoded, 1e-6);
}

TEST_F(ResultWriterTest, existing_results_and_the_input_are_refused_by_name) {
    writeResult(result);
    const std::vector<OutputTarget> targets = {{"albedo", {}}, {"material", {}}};
    EXPECT_THROW(refuseExistingOutputs(result.request, targets), Error);
    output().overwrite = true;
    EXPECT_NO_THROW(refuseExistingOutputs(result.request, targets));
    result.request.input = folder / "out/hall_albedo.exr";
    fs::create_directories(folder / "elsewhere");
    EXPECT_NO_THROW(refuseExistingOutputs(result.request, targets));
    fs::create_symlink("hall_albedo.exr", folder / "out/hall.exr");
    result.request.input = folder / "out/hall.exr";
    EXPECT_THROW(refuseExistingOutputs(result.request, targets), Error);
}

TEST_F(ResultWriterTest, a_failing_file_takes_its_companions_with_it) {
    fs::create_directories(folder /
                           "out/hall_material.exr"); // a folder where the second file should go
    EXPECT_THROW(writeResult(result), Error);
    EXPECT_EQ(files(), (std::vector<std::string>{"hall_material.exr"}));
}
