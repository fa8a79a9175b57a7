#include "core/train/hooks/visualization_hook.h"

#include "core/train/writers/picture_figures.h"
#include "tests/core/train/small_run.h"
#include "tests/support/png_pixels.h"
#include "tests/support/temp_folder.h"

#include <torch/types.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>

using namespace unlit;

TEST(VisualizationHook, saves_beauty_prediction_truth_and_error) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 3;
    small.config.trainer.visualizationPeriod = 2;
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    const auto pictures = folder / "run/visualization/iter_000002/small";
    EXPECT_FALSE(std::filesystem::exists(folder / "run/visualization/iter_000003"));
    const auto pixels = [&](const std::string& what) {
        return test::readPngPixels(pictures / ("b1.png_" + what + ".png")).to(torch::kInt32);
    };
    EXPECT_TRUE(torch::equal(pixels("beauty"),
                             test::readPngPixels(folder / "set/b1.png").to(torch::kInt32)));
    EXPECT_TRUE(torch::equal(pixels("truth"),
                             test::readPngPixels(folder / "set/a1.png").to(torch::kInt32)));
    const torch::Tensor error = (pixels("prediction") - pixels("truth")).abs();
    EXPECT_LE((pixels("error") - error).abs().max().item<int>(), 1) << "but for rounding";
    ASSERT_EQ(small.all<PicturesSaved>().size(), 1U);
    EXPECT_EQ(small.all<PicturesSaved>().front().folder, pictures);
}

TEST(VisualizationHook, writes_the_figures_of_each_picture_beside_it) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 2;
    small.config.trainer.visualizationPeriod = 2;
    small.config.validation.useMask = false; // so that whole files can be compared
    small.config.eval.evalMetrics = {"mae", "psnr"};
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    const auto pictures = folder / "run/visualization/iter_000002/small";
    const auto figures = runs::readPictureFigures(pictures);
    EXPECT_EQ(figures.metrics, (std::vector<std::string>{"mae", "psnr"}));
    const auto pixels = [&](const std::string& what) {
        return test::readPngPixels(pictures / ("b1.png_" + what + ".png")).to(torch::kFloat64) /
               255;
    };
    const torch::Tensor error = pixels("prediction") - pixels("truth");
    const auto mae = figures.find("b1.png", "", "mae");
    const auto psnr = figures.find("b1.png", "", "psnr");
    ASSERT_TRUE(mae && psnr);
    EXPECT_NEAR(*mae, error.abs().mean().item<double>(), 1.0 / 255) << "but for rounding";
    EXPECT_NEAR(*psnr, -10 * std::log10(error.square().mean().item<double>()), 0.1);
}

TEST(VisualizationHook, makes_what_a_stop_has_left_out_when_the_run_is_resumed) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 4;
    small.config.trainer.visualizationPeriod = 2;
    small.stopAt(2, 0);
    ASSERT_EQ(small.start("run"), train::RunEnd::Stopped);
    const auto pictures = folder / "run/visualization/iter_000002/small";
    std::filesystem::remove_all(pictures); // as if it had been killed before them
    ASSERT_EQ(small.resume("run"), train::RunEnd::Complete);
    EXPECT_TRUE(std::filesystem::exists(pictures));
}

TEST(VisualizationHook, predictions_and_truths_have_16_bits_where_asked_for) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 2;
    small.config.trainer.visualizationPeriod = 2;
    small.config.validation.saveFormat = config::PictureDepth::Png16;
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    const auto bitsOf = [&](const std::string& what) {
        std::ifstream file(folder / "run/visualization/iter_000002/small" /
                               ("b1.png_" + what + ".png"),
                           std::ios::binary);
        std::array<char, 25> header{}; // PNG: signature, length, IHDR, width, height, bit depth
        file.read(header.data(), header.size());
        return static_cast<int>(header[24]);
    };
    EXPECT_EQ(bitsOf("prediction"), 16);
    EXPECT_EQ(bitsOf("truth"), 16);
    EXPECT_EQ(bitsOf("beauty"), 8);
    EXPECT_EQ(bitsOf("error"), 8);
}
