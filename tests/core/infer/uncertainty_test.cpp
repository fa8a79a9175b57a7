#include "core/infer/uncertainty.h"

#include "core/weights/calibration.h"
#include "tests/support/expect_error.h"

#include <gtest/gtest.h>

using namespace unlit;
using namespace unlit::infer;

namespace {

/// Spread s becomes the error 2 s up to 0.5, and stays there.
nlohmann::json doubling(const std::string& target) {
    weights::Calibration calibration;
    calibration.ensemble = 3;
    calibration.steps = 1;
    calibration.targets = {{.target = target,
                            .model = {},
                            .curve = {{0, 0.25}, {0, 0.5}},
                            .meanError = 0.1,
                            .calibrationError = 0.01,
                            .samples = 100}};
    return toJson(calibration);
}

Image spreadPicture() {
    Image image = makeImage(2, 1, {"R", "G", "B"}, ColorSpace::Raw);
    image.samples = {0, 0.1F, 0.2F, 0.3F, 0.25F, 1};
    return image;
}

UsedSettings settings(int ensemble) {
    UsedSettings used;
    used.members = ensemble;
    used.steps = 1;
    return used;
}

} // namespace

TEST(Uncertainty, becomes_the_expected_error_where_the_model_is_calibrated) {
    weights::ModelFolder folder;
    folder.unlit.calibration = doubling("albedo");
    Image image = spreadPicture();
    calibrateUncertainty(image, "albedo", settings(3), folder);
    const std::vector<float> expected = {0, 0.2F, 0.4F, 0.5F, 0.5F, 0.5F};
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_FLOAT_EQ(image.samples[i], expected[i]);
    EXPECT_EQ(image.metadata.at(kUncertaintyKey), kExpectedError);
}

TEST(Uncertainty, stays_a_spread_and_says_so_where_it_is_not) {
    weights::ModelFolder folder;
    Image image = spreadPicture();
    calibrateUncertainty(image, "albedo", settings(3), folder);
    EXPECT_EQ(image.metadata.at(kUncertaintyKey), kMedianDeviation);
    folder.unlit.calibration = doubling("albedo");
    calibrateUncertainty(image, "albedo", settings(4), folder); // another ensemble
    calibrateUncertainty(image, "shading", settings(3), folder);
    EXPECT_EQ(image.metadata.at(kUncertaintyKey), kMedianDeviation);
    EXPECT_EQ(image.samples, spreadPicture().samples);
    UsedSettings mean = settings(3);
    mean.reduction = Reduction::Mean;
    calibrateUncertainty(image, "albedo", mean, folder);
    EXPECT_EQ(image.metadata.at(kUncertaintyKey), kStandardDeviation);
}

TEST(Uncertainty, a_broken_calibration_is_told_and_not_used) {
    weights::ModelFolder folder;
    folder.unlit.calibration = doubling("albedo");
    folder.unlit.calibration["targets"]["albedo"]["error"] = {1, 0};
    Image image = spreadPicture();
    test::expectError(ErrorKind::InvalidInput, {"unlit.json", "never falling"},
                      [&] { calibrateUncertainty(image, "albedo", settings(3), folder); });
}
