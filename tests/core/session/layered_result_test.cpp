// The layered file of a result whose input is a render with layers of its own.
#include "core/session/infer/layered_result.h"

#include "core/base/error.h"
#include "core/image/color/color.h"
#include "core/session/infer/result_writer.h"
#include "tests/core/session/uniform_image.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace unlit;
using test::kHalfDecoded;
using test::uniform;
using testing::HasSubstr;
namespace fs = std::filesystem;

namespace {

class LayeredResultTest : public testing::Test {
protected:
    test::TempFolder folder;
    InferenceResult result;

    /// A render of 2.0 with a normal layer, and a result with albedo 0.5 (encoded) and its spread.
    void SetUp() override {
        const Image beauty = uniform(2.0F, ColorSpace::Linear);
        const Image normal = uniform(0.75F, ColorSpace::Raw);
        writeLayeredExr(folder / "hall.exr", {{"", &beauty}, {"Normal", &normal}}, {});
        result.request.input = folder / "hall.exr";
        result.request.output = OutputOptions{};
        result.request.output->folder = folder / "out";
        result.request.output->layered = true;
        result.input = std::make_shared<const Image>(beauty);
        result.display = result.input;
        result.prediction.targets = {{"albedo",
                                      uniform(0.5F, ColorSpace::Srgb),
                                      uniform(0.125F, ColorSpace::Raw),
                                      false,
                                      {}}};
    }

    float layer(const std::string& name) const {
        return readImage(folder / "out/hall_unlit.exr", {name, ColorSpace::Raw})
            .image.samples.at(0);
    }

    std::vector<std::string> layerNames() const {
        std::vector<std::string> names;
        for (const LayerInfo& info : readImageInfo(folder / "out/hall_unlit.exr").layers)
            names.push_back(info.name);
        return names;
    }
};

} // namespace

TEST_F(LayeredResultTest, the_inputs_layers_stay_and_all_that_was_made_joins_them) {
    EXPECT_TRUE(writeResult(result).empty());
    EXPECT_THAT(layerNames(),
                testing::UnorderedElementsAre("", "Normal", "albedo", "albedo.uncertainty",
                                              "shading", "residual"));
    EXPECT_FLOAT_EQ(layer(""), 2.0F);
    EXPECT_FLOAT_EQ(layer("Normal"), 0.75F);
    EXPECT_NEAR(layer("albedo"), kHalfDecoded, 1e-6);
    EXPECT_FLOAT_EQ(layer("albedo.uncertainty"), 0.125F);
    EXPECT_NEAR(layer("shading"), 2.0F / kHalfDecoded, 1e-4);
    EXPECT_NEAR(layer("residual"), 0, 1e-5);
}

TEST_F(LayeredResultTest, results_are_whole_under_the_files_own_alpha) {
    Image beauty = uniform(2.0F, ColorSpace::Linear);
    beauty.mask.assign(beauty.planeSize(), 0.5F);
    result.input = std::make_shared<const Image>(beauty);
    result.prediction.targets.front().image.mask = beauty.mask;
    for (const char* input : {"hall.exr", "hall.png"}) {
        result.request.input = folder / input;
        result.request.output->overwrite = true;
        writeImage(folder / "hall.png", beauty, {FileFormat::Png16, false, true});
        writeLayeredExr(folder / "hall.exr", {{"", &beauty}}, {.overwrite = true});
        writeResult(result);
        const auto read = [&](const std::string& name) {
            return readImage(folder / "out/hall_unlit.exr", {name, ColorSpace::Raw}).image;
        };
        EXPECT_FLOAT_EQ(read("").mask.at(0), 0.5F) << input;
        EXPECT_TRUE(read("albedo").mask.empty()) << input;
        EXPECT_NEAR(layer("albedo"), kHalfDecoded, 1e-6) << input;
        EXPECT_NEAR(layer("shading"), 2.0F / kHalfDecoded, 1e-4) << input;
    }
}

TEST_F(LayeredResultTest, a_model_that_makes_its_own_shading_is_believed) {
    result.prediction.targets.push_back(
        {"shading", uniform(0.25F, ColorSpace::Linear), {}, true, {}});
    writeResult(result);
    EXPECT_FLOAT_EQ(layer("shading"), 0.25F);
    EXPECT_THAT(layerNames(), testing::Not(testing::Contains("residual")));
}

TEST_F(LayeredResultTest, in_acescg_the_product_is_still_the_beauty) {
    Image beauty = uniform(0, ColorSpace::AcesCg);
    const std::size_t plane = beauty.planeSize();
    std::fill_n(beauty.samples.begin(), plane, 1.5F);
    std::fill_n(beauty.samples.begin() + static_cast<std::ptrdiff_t>(plane), plane, 0.5F);
    std::fill_n(beauty.samples.begin() + static_cast<std::ptrdiff_t>(2 * plane), plane, 0.25F);
    writeLayeredExr(folder / "hall.exr", {{"", &beauty}}, {.overwrite = true});
    result.input = std::make_shared<const Image>(beauty);
    writeResult(result);
    const auto samples = [&](const std::string& name) {
        return readImage(folder / "out/hall_unlit.exr", {name, ColorSpace::Raw}).image.samples;
    };
    const auto albedo = samples("albedo");
    const auto shading = samples("shading");
    const auto residual = samples("residual");
    for (std::size_t i = 0; i < albedo.size(); ++i)
        EXPECT_NEAR(albedo[i] * shading[i] + residual[i], beauty.samples[i], 1e-5);
    EXPECT_EQ(readImage(folder / "out/hall_unlit.exr", {"albedo", {}}).image.space,
              ColorSpace::AcesCg);
    // Grey is grey in both spaces.
    EXPECT_NEAR(albedo[0], kHalfDecoded, 1e-4);
}

TEST_F(LayeredResultTest, what_cannot_be_kept_is_said_and_the_result_is_written) {
    result.prediction.targets[0].image = uniform(0.5F, ColorSpace::Srgb, 2);
    result.prediction.targets[0].uncertainty.reset();
    const auto notes = writeResult(result);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_THAT(notes[0], HasSubstr("another size"));
    EXPECT_THAT(layerNames(), testing::UnorderedElementsAre("", "albedo"));
}

TEST_F(LayeredResultTest, an_input_that_broke_meanwhile_does_not_cost_the_result) {
    fs::resize_file(folder / "hall.exr", fs::file_size(folder / "hall.exr") - 20);
    const auto notes = writeResult(result);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_THAT(notes[0], HasSubstr("cannot be copied"));
    EXPECT_FLOAT_EQ(layer("beauty"), 2.0F);
    EXPECT_NEAR(layer("albedo"), kHalfDecoded, 1e-6);
}
