#include "core/weights/calibration.h"

#include "tests/support/expect_error.h"

#include <gtest/gtest.h>

#include <functional>

using namespace unlit;
using namespace unlit::weights;
using nlohmann::json;

namespace {

json stored() {
    return json::parse(
        R"({"ensemble": 5, "steps": 2, "reduction": "mean", "strength": 0.8, "pictures": 60,
        "set": "heldout.txt", "targets": {"albedo": {"spread": [0.01, 0.05],
        "error": [0.02, 0.1], "mean_error": 0.041, "calibration_error": 0.004,
        "samples": 1000}}})");
}

void expectRefusal(const std::function<void(json&)>& edit, const std::string& says) {
    json broken = stored();
    edit(broken);
    test::expectError(ErrorKind::InvalidInput, {"m/unlit.json", says},
                      [&] { calibrationFromJson(broken, "m/unlit.json"); });
}

} // namespace

TEST(StoredCalibration, reads_back_as_it_was_written) {
    const Calibration calibration = calibrationFromJson(stored(), "unlit.json");
    EXPECT_EQ(calibration.ensemble, 5);
    EXPECT_EQ(calibration.reduction, Reduction::Mean);
    ASSERT_EQ(calibration.targets.size(), 1U);
    EXPECT_EQ(calibration.targets[0].curve.error, (std::vector<double>{0.02, 0.1}));
    EXPECT_EQ(toJson(calibration), stored());
}

TEST(StoredCalibration, holds_for_the_ensemble_that_it_was_measured_with) {
    const Calibration calibration = calibrationFromJson(stored(), "unlit.json");
    UsedSettings used;
    used.members = 5;
    used.steps = 2;
    used.reduction = Reduction::Mean;
    used.strength = 0.8;
    ASSERT_NE(calibration.curveFor("albedo", used), nullptr);
    EXPECT_NEAR(calibration.curveFor("albedo", used)->expectedError(0.03), 0.06, 1e-12);
    EXPECT_EQ(calibration.curveFor("shading", used), nullptr);
    for (const auto& change : std::vector<std::function<void(UsedSettings&)>>{
             [](UsedSettings& other) { other.members = 4; },
             [](UsedSettings& other) { other.steps = 1; },
             [](UsedSettings& other) { other.strength = 1; },
             [](UsedSettings& other) { other.reduction = Reduction::Median; }}) {
        UsedSettings other = used;
        change(other);
        EXPECT_EQ(calibration.curveFor("albedo", other), nullptr);
    }
}

TEST(StoredCalibration, of_an_older_version_is_of_full_strength) {
    json older = stored();
    older.erase("strength");
    EXPECT_EQ(calibrationFromJson(older, "unlit.json").strength, 1);
}

TEST(StoredCalibration, says_in_a_line_what_it_is) {
    EXPECT_EQ(describe(calibrationFromJson(stored(), "unlit.json")),
              "5 members, 2 steps, mean, 60 pictures of heldout.txt; albedo: mean error 0.0410, "
              "calibration error 0.0040");
}

TEST(StoredCalibration, refuses_what_is_none) {
    const auto albedo = [](json& all) -> json& { return all["targets"]["albedo"]; };
    expectRefusal([&](json& all) { albedo(all)["error"] = {0.2, 0.1}; }, "error must be never");
    expectRefusal([&](json& all) { albedo(all)["spread"] = {0.1, 0.1}; }, "spread must be rising");
    expectRefusal([&](json& all) { albedo(all)["error"] = {0.1}; }, "as long as spread");
    expectRefusal([&](json& all) { albedo(all)["spread"] = json::array(); }, "a list of numbers");
    expectRefusal([&](json& all) { albedo(all)["spread"] = {-1.0, 1.0}; }, "at least 0");
    expectRefusal([&](json& all) { albedo(all)["mean_error"] = "small"; }, "mean_error must be");
    expectRefusal([](json& all) { all["ensemble"] = 1; }, "ensemble must be a whole number of at");
    expectRefusal([](json& all) { all["ensemble"] = 0; }, "ensemble must be a whole number of at");
    expectRefusal([](json& all) { all["reduction"] = "best"; }, "reduction must be median or mean");
    expectRefusal([](json& all) { all.erase("steps"); }, "steps must be there");
    expectRefusal([](json& all) { all["targets"] = json::object(); }, "targets must be an object");
}

namespace {

json storedModel() {
    json feature = {{"weight", 0.5}, {"mean", 0.4}, {"scale", 0.2}, {"low", 0.1}, {"high", 0.9}};
    json entry = {{"intercept", -2.0}, {"regression", {0.05, 0.15}}, {"error", {0.04, 0.2}},
                  {"mean_error", 0.1}, {"calibration_error", 0.01},  {"samples", 1000}};
    for (const char* name : {"luminance", "luminance_cubed", "chroma", "correction"})
        entry["features"][name] = feature;
    json all = stored();
    all["ensemble"] = 1;
    all["targets"]["albedo"] = entry;
    return all;
}

} // namespace

TEST(StoredCalibration, of_errors_reads_back_and_holds_for_every_ensemble) {
    const Calibration calibration = calibrationFromJson(storedModel(), "unlit.json");
    EXPECT_EQ(toJson(calibration), storedModel());
    EXPECT_TRUE(calibration.knowsErrors());
    EXPECT_EQ(calibration.errorModelFor("shading"), nullptr);
    const auto* model = calibration.errorModelFor("albedo");
    ASSERT_NE(model, nullptr);
    // Each feature at its mean: exp(-2) = 0.1353 of 0.05 to 0.15, of 0.04 to 0.2.
    EXPECT_NEAR(model->expectedError({0.4F, 0.4F, 0.4F, 0.4F}), 0.04 + 0.853353 * 0.16, 1e-5);
    EXPECT_EQ(calibration.curveFor("albedo", {}), nullptr);
    EXPECT_FALSE(calibrationFromJson(stored(), "unlit.json").knowsErrors());
    EXPECT_EQ(describe(calibration), "expected errors, 60 pictures of heldout.txt; albedo: mean "
                                     "error 0.1000, calibration error 0.0100");
}

TEST(StoredCalibration, of_errors_is_refused_where_it_is_none) {
    const auto expectRefused = [](const std::function<void(json&)>& edit, const char* says) {
        json broken = storedModel();
        edit(broken["targets"]["albedo"]);
        test::expectError(ErrorKind::InvalidInput, {"m/unlit.json", says},
                          [&] { calibrationFromJson(broken, "m/unlit.json"); });
    };
    expectRefused([](json& entry) { entry["features"].erase("chroma"); }, "chroma must be there");
    expectRefused([](json& entry) { entry["features"]["chroma"]["scale"] = 0; }, "above 0");
    expectRefused([](json& entry) { entry["features"]["chroma"]["low"] = 2; }, "at most high");
    expectRefused([](json& entry) { entry["intercept"] = "small"; }, "intercept must be a number");
    expectRefused([](json& entry) { entry["regression"] = {0.2, 0.1}; }, "must be rising");
    expectRefused([](json& entry) { entry["features"] = 3; }, "an object with 4 features");
}
