// `unlit model fit-strength`: how far a model's corrections can be trusted, and what keeps it.
#include "tests/cli/judged_model.h"
#include "tests/cli/model_making_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>

using namespace unlit;
using namespace unlit::test;
using nlohmann::json;
using testing::HasSubstr;

namespace {

using FitStrength = ModelMaking;

} // namespace

TEST_F(FitStrength, a_strength_is_fitted_by_the_figures_of_the_evaluation) {
    const std::string model = makeNew("m");
    const std::string list = makeSet(3);
    EXPECT_EQ(
        runUnlit({"model", "calibrate", model, "--dataset", list, "--ensemble", "2"}).exitCode, 0);
    const auto fit = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments = {
            "model", "fit-strength", model, "--dataset", list, "--processing-res",
            "0",     "--device",     "cpu", "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return objectOf(runUnlit(arguments));
    };
    const json measured = fit({"--dry-run"});
    EXPECT_EQ(measured["pictures"], 3);
    EXPECT_FALSE(jsonIn("m/unlit.json").contains("strength"));
    EXPECT_EQ(measured["scores"].size(), 11U);
    for (const std::size_t at : {0U, 6U}) {
        const json& score = measured["scores"][at];
        const std::string strength = at == 0 ? "1" : "0.7";
        EXPECT_DOUBLE_EQ(score["strength"].get<double>(), std::stod(strength));
        EXPECT_EQ(runUnlit({"evaluate", "--model", model, "--dataset", list, "--processing-res",
                            "0", "--strength", strength, "--resamples", "100", "--output",
                            text("judged" + strength)})
                      .exitCode,
                  0);
        const json judged = judgement(path("judged" + strength))["models"][0];
        for (const char* metric : {"mse", "lmse"}) {
            const double said = scaleInvariant(judged, metric);
            EXPECT_NEAR(score[metric].get<double>(), said, 1e-3 * said) << strength << metric;
        }
    }
    double least = 2;
    for (const json& score : measured["scores"])
        least = std::min(least, score["relative"].get<double>());
    EXPECT_LT(least, 1); // of a model that has learned nothing

    EXPECT_EQ(fit({}), [&] {
        json written = measured;
        written["written"] = true;
        return written;
    }());
    const json stored = jsonIn("m/unlit.json");
    EXPECT_EQ(stored["strength"], measured["strength"]);
    EXPECT_FALSE(stored.contains("calibration")); // it was of full strength
    EXPECT_EQ(stored["is_random"], true);
    EXPECT_EQ(objectOf(runUnlit({"model", "info", model, "--json"}))["strength"],
              measured["strength"]);
}

TEST_F(FitStrength, a_strength_goes_with_the_networks_that_it_was_measured_with) {
    const std::string model = makeNew("m");
    json unlit = jsonIn("m/unlit.json");
    unlit["strength"] = 0.75;
    unlit["of_a_later_version"] = 1;
    makeFile("m/unlit.json", unlit.dump());
    const auto settings = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments = {
            "infer",    makePicture("in.exr"), "--model", model,
            "--output", text("out"),           "--json",  "--overwrite"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return objectOf(runUnlit(arguments))["results"][0]["settings"];
    };
    EXPECT_EQ(settings({})["strength"], 0.75);
    EXPECT_EQ(settings({"--strength", "1"})["strength"], 1.0);
    EXPECT_THAT(runUnlit({"model", "info", model}).output, HasSubstr("default strength"));
    EXPECT_EQ(runUnlit({"model", "export", model, text("same")}).exitCode, 0);
    EXPECT_EQ(jsonIn("same/unlit.json")["strength"], 0.75);
    EXPECT_EQ(
        runUnlit({"model", "export", model, text("other"), "--vae", makeNew("second")}).exitCode,
        0);
    EXPECT_FALSE(jsonIn("other/unlit.json").contains("strength"));

    const std::string list = makeSet(1);
    EXPECT_EQ(runUnlit({"model", "fit-strength", model, "--dataset", list}).exitCode, 0);
    EXPECT_EQ(jsonIn("m/unlit.json")["of_a_later_version"], 1);
    const ProcessResult asked =
        runUnlit({"model", "fit-strength", model, "--dataset", list, "--strength", "0.5"});
    EXPECT_EQ(asked.exitCode, 2);
    EXPECT_THAT(asked.errors, HasSubstr("--strength is what is measured here"));
}
