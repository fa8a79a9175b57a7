// The model that comes with the program: whole, small, of use, and what its card says.
#include "tests/cli/judged_model.h"

#include "core/session/models/bundled_model.h"

#include <gmock/gmock.h>

#include <cstdint>
#include <fstream>
#include <sstream>

using namespace unlit;
using namespace unlit::test;
using testing::HasSubstr;

namespace {

using BundledModelFolder = CommandTest;

} // namespace

TEST_F(BundledModelFolder, is_whole_and_at_most_30_megabytes) {
    const ProcessResult check = runUnlit({"model", "check", judgedModel().string()});
    EXPECT_EQ(check.exitCode, 0) << check.output << check.errors;
    std::uintmax_t bytes = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(judgedModel()))
        bytes += entry.is_regular_file() ? entry.file_size() : 0;
    EXPECT_LE(bytes, 30'000'000U);
}

TEST_F(BundledModelFolder, is_found_by_the_program_without_being_named) {
    EXPECT_TRUE(std::filesystem::equivalent(bundledModelOf(UNLIT_PROGRAM), judgedModel()));
    const ProcessResult result =
        runUnlit({"infer", kSpheres, "--output", text("out"), "--json", "--quiet"});
    ASSERT_EQ(result.exitCode, 0) << result.errors;
    EXPECT_THAT(filesIn("out"), testing::ElementsAre("spheres_albedo.exr"));
}

// The picture was drawn for its documents; nothing was trained on it.
TEST_F(BundledModelFolder, takes_light_out_of_a_picture) {
    std::ofstream(path("list.txt")) << "spheres.png spheres_albedo.png\n";
    const ProcessResult result =
        runUnlit({"evaluate", "--model", judgedModel().string(), "input", "--dataset",
                  text("list.txt"), "--root", UNLIT_SOURCE_DIR "/resources/samples", "--output",
                  text("judged"), "--resamples", "100"});
    ASSERT_EQ(result.exitCode, 0) << result.errors;
    const nlohmann::json models = judgement(path("judged"))["models"];
    EXPECT_LT(scaleInvariant(models[0], "mse"), 0.75 * scaleInvariant(models[1], "mse"));
}

TEST_F(BundledModelFolder, the_card_prints_the_figures_that_were_measured) {
    std::ostringstream card;
    card << std::ifstream(judgedModel() / "README.md").rdbuf();
    for (const nlohmann::json& set : judgedSets())
        for (const char* metric : {"mse", "lmse"})
            EXPECT_THAT(card.str(), HasSubstr(printed(set[metric].get<double>())))
                << set["name"] << " " << metric;
}
