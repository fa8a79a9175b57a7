// The figures of the bundled model's card are measured again, on the sets that they are of.
#include "tests/cli/judged_model.h"

#include <cstdlib>

using namespace unlit::test;

namespace {

/// Other processors round otherwise; a figure of another model is further away.
constexpr double kShare = 0.01;

class ModelCardLong : public CommandTest {};

} // namespace

TEST_F(ModelCardLong, its_figures_are_measured_again) {
    const char* sets = std::getenv("UNLIT_HELDOUT_DIR");
    ASSERT_NE(sets, nullptr) << "UNLIT_HELDOUT_DIR is to name a folder with the judging sets as "
                                "configs/unlit_small/README.md makes them: heldout-cycles, "
                                "heldout-synthetic, mit";
    const nlohmann::json judged = judgedSets();
    ASSERT_EQ(judged.size(), 3U);
    for (const nlohmann::json& set : judged) {
        const std::string name = set["name"];
        const std::filesystem::path root = std::filesystem::path(sets) / name;
        const std::filesystem::path own =
            std::filesystem::path(UNLIT_SOURCE_DIR) / set["list"].get<std::string>();
        std::vector<std::string> arguments = {
            "evaluate",
            "--model",
            judgedModel().string(),
            "--root",
            root.string(),
            "--dataset",
            (std::filesystem::exists(own) ? own : root / set["list"].get<std::string>()).string(),
            "--output",
            text(name),
            "--resamples",
            "100"};
        for (const nlohmann::json& argument : set["arguments"])
            arguments.push_back(argument);
        const ProcessResult result = runUnlit(arguments);
        ASSERT_EQ(result.exitCode, 0) << result.errors;
        const nlohmann::json found = judgement(path(name));
        EXPECT_EQ(found["pictures"], set["pictures"]);
        for (const char* metric : {"mse", "lmse"}) {
            const double said = set[metric];
            EXPECT_NEAR(scaleInvariant(found["models"][0], metric), said, kShare * said)
                << name << " " << metric;
        }
    }
}
