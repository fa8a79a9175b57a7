#include "core/session/infer/output_names.h"

#include "core/session/infer/result_writer.h"
#include "tests/support/expect_error.h"

#include <gtest/gtest.h>

using namespace unlit;
using unlit::test::expectError;

namespace {

InferenceRequest requestNamed(const std::string& nameTemplate,
                              const std::string& input = "/in/shots/hall.0042.exr") {
    InferenceRequest request;
    request.input = input;
    request.model = "/models/small/";
    request.options.seed = 7;
    request.output = OutputOptions{};
    request.output->folder = "/out";
    request.output->name = nameTemplate;
    return request;
}

std::string nameOf(const std::string& nameTemplate,
                   const std::string& input = "/in/shots/hall.0042.exr") {
    return outputFile(requestNamed(nameTemplate, input), "albedo", ".png").string();
}

} // namespace

TEST(OutputNames, the_usual_one_is_the_contracts) {
    EXPECT_EQ(nameOf(kDefaultOutputName), "/out/hall.0042_albedo.png");
}

TEST(OutputNames, every_field_stands_for_what_it_says) {
    EXPECT_EQ(nameOf("{folder}-{model}-{seed}-{ensemble}-{layer}-{stem}"),
              "/out/shots-small-7-1-default-hall.0042.png");
    EXPECT_EQ(outputNameFields().size(), 9U);
}

TEST(OutputNames, sequences_keep_their_frame_numbers) {
    EXPECT_EQ(nameOf("{name}_{target}.{frame}"), "/out/hall_albedo.0042.png");
    EXPECT_EQ(nameOf("{name}_{target}.{frame}", "/in/hall0042.exr"), "/out/hall_albedo.0042.png");
    EXPECT_EQ(nameOf("{name}_{target}.{frame}", "/in/a_b_007.exr"), "/out/a_b_albedo.007.png");
    EXPECT_EQ(nameOf("{name}_{target}.{frame}", "/in/hall.exr"), "/out/hall_albedo.png");
    EXPECT_EQ(nameOf("{target}.{frame}", "/in/0042.exr"), "/out/albedo.0042.png");
}

TEST(OutputNames, a_slash_makes_folders_but_values_make_none) {
    EXPECT_EQ(nameOf("{target}/{stem}"), "/out/albedo/hall.0042.png");
    InferenceRequest request = requestNamed("{layer}");
    request.inputOptions.layer = "a/b";
    EXPECT_EQ(outputFile(request, "albedo", ".exr").string(), "/out/a_b.exr");
    EXPECT_EQ(nameOf("{stem}/{target}", "/in/...png"), "/out/__/albedo.png");
    EXPECT_EQ(nameOf("{stem}/{target}", "/in/..png"), "/out/_/albedo.png");
}

TEST(OutputNames, wrong_ones_are_refused_with_a_remedy) {
    const auto refused = [](const std::string& nameTemplate, const std::string& says) {
        expectError(ErrorKind::InvalidInput, {says}, [&] { checkOutputName(nameTemplate); });
    };
    refused("{stemm}", "{stemm}");
    refused("{stem", "brace");
    refused("stem}", "brace");
    refused("{{stem}}", "brace");
    refused("", "empty");
    refused("{stem}/", "empty");
    refused("/tmp/{stem}", "leads out");
    refused("../{stem}", "leads out");
    try {
        checkOutputName("{stam}_{target}");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.hint(), "did you mean {stem}?");
    }
}

TEST(OutputNames, two_files_of_one_name_are_refused_before_anything_runs) {
    const InferenceRequest request = requestNamed("{stem}");
    EXPECT_EQ(plannedOutputs(request, {{"albedo", {}}}).at("albedo"), "/out/hall.0042.exr");
    expectError(ErrorKind::InvalidInput, {"albedo", "shading", "hall.0042.exr"}, [&] {
        plannedOutputs(request, {{"albedo", {}}, {"shading", {}}});
    });
}

TEST(OutputNames, layered_files_and_side_cars_are_called_unlit) {
    InferenceRequest request = requestNamed(kDefaultOutputName);
    request.output->layered = true;
    request.output->sidecar = true;
    const auto planned = plannedOutputs(request, {{"albedo", {}}});
    EXPECT_EQ(planned.at("layered"), "/out/hall.0042_unlit.exr");
    EXPECT_EQ(planned.at("side-car"), "/out/hall.0042_unlit.json");
}
