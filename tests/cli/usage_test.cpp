// Mistakes on the command line: exit code 2, one line that names what to write instead.
#include "tests/cli/command_fixture.h"

#include <gmock/gmock.h>

#include <regex>

using namespace unlit::test;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

using Words = std::vector<std::string>;

struct Mistake {
    Words arguments;
    Words expected; ///< parts of the message
};

const Words kPlaces = {"x.exr", "--model", "m", "--output", "o"};

/// Exit code 2, nothing on stdout, one line that holds what is expected.
void expectTold(const std::vector<Mistake>& mistakes) {
    for (const Mistake& mistake : mistakes) {
        SCOPED_TRACE(testing::PrintToString(mistake.arguments));
        const ProcessResult result = runUnlit(mistake.arguments);
        EXPECT_EQ(result.exitCode, 2);
        EXPECT_EQ(result.output, "");
        EXPECT_TRUE(isOneLine(result.errors)) << result.errors;
        for (const std::string& part : mistake.expected)
            EXPECT_THAT(result.errors, HasSubstr(part));
    }
}

Words inferWith(const Words& more) {
    Words words = {"infer"};
    words.insert(words.end(), kPlaces.begin(), kPlaces.end());
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

} // namespace

TEST(Usage, a_verb_that_does_not_exist_is_told_with_the_nearest) {
    expectTold({{{}, {"a verb is missing", "infer", "image", "model"}},
                {{"infr"}, {"no verb infr", "did you mean infer?"}},
                {{"quaternion"}, {"no verb quaternion", "infer, train, sweep, evaluate, validate"}},
                {{"image"}, {"a verb is missing", "info, convert"}},
                {{"image", "inof"}, {"no verb image inof", "image info"}},
                {{"trian"}, {"no verb trian", "did you mean train?"}}});
}

TEST(Usage, the_built_program_tells_mistakes_as_well) {
    const ProcessResult result = runUnlit({"image", "inof"}, {.isExecuted = true});
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_THAT(result.errors, HasSubstr("image info"));
}

TEST(Usage, unknown_and_missing_options_are_named) {
    expectTold({{inferWith({"--stpes", "3"}), {"--stpes", "did you mean --steps?"}},
                {inferWith({"--stpes=3"}), {"--stpes", "did you mean --steps?"}},
                {inferWith({"-steps", "3"}), {"-steps", "did you mean --steps?"}},
                {inferWith({"--wavelength", "3"}), {"--wavelength", "--help"}},
                {inferWith({"--steps"}), {"--steps needs a value"}},
                {{"infer"}, {"--output is missing"}},
                {{"infer", "--output", "o"}, {"INPUT is missing"}},
                {{"infer", "x", "--model", "m"}, {"--output is missing"}},
                {{"image", "convert", "a.exr"}, {"OUT is missing"}},
                {{"image", "convert", "a", "b", "c"}, {"\"c\"", "too many"}},
                {{"model", "random", "out"}, {"--like is missing"}},
                {{"completion", "tcsh"}, {"\"tcsh\"", "bash"}}});
}

TEST(Usage, values_out_of_range_are_told_with_what_is_allowed) {
    expectTold(
        {{inferWith({"--steps", "0"}), {"--steps", "\"0\"", "1 to 1000"}},
         {inferWith({"--steps", "four"}), {"--steps", "\"four\"", "whole number"}},
         {inferWith({"--steps", "4.5"}), {"--steps", "\"4.5\"", "whole number"}},
         {inferWith({"--steps", ""}), {"--steps"}},
         {inferWith({"--steps", "99999999999999999999"}), {"--steps", "1 to 1000"}},
         {inferWith({"--ensemble", "0"}), {"--ensemble", "\"0\"", "1 to 1000"}},
         {inferWith({"--processing-res", "-1"}), {"--processing-res", "\"-1\"", "0 to"}},
         {inferWith({"--processing-res", "16385"}), {"--processing-res", "0 to 16384"}},
         {inferWith({"--batch-size", "-1"}), {"--batch-size", "\"-1\""}},
         {inferWith({"--seed", "18446744073709551616"}), {"--seed", "2^64-1"}},
         {inferWith({"--reduction", "medain"}), {"--reduction", "did you mean \"median\"?"}},
         {inferWith({"--resample", "lanczos"}), {"--resample", "bilinear, bicubic, nearest"}},
         {inferWith({"--resize-convention", "x"}), {"marigold, diffusers, unlit"}},
         {inferWith({"--concat-order", "x"}), {"noisy_first, image_first"}},
         {inferWith({"--precision", "float8"}), {"auto, float32, bfloat16, float16"}},
         {inferWith({"--device", "tpu"}), {"--device", "auto, cpu, cuda"}},
         {inferWith({"--device", "cuda:x"}), {"--device", "cuda:N"}},
         {inferWith({"--input-space", "rec2020"}), {"srgb, gamma22, linear, acescg, raw"}},
         {inferWith({"--output-space", "acescg"}), {"auto, srgb, gamma22, linear, raw"}},
         {inferWith({"--exposure", "nan"}), {"--exposure", "stops from -64 to 64"}},
         {inferWith({"--format", "jpeg"}), {"--format", "exr, png16, png8, tiff"}},
         {inferWith({"--targets", "albedo,"}), {"--targets", "separated by commas"}},
         {inferWith({"--half=maybe"}), {"--half", "\"maybe\""}}});
}

TEST(Usage, flags_that_contradict_each_other_are_refused) {
    expectTold(
        {{inferWith({"--layered", "--format", "png16"}), {"--layered", "--format png16"}},
         {inferWith({"--half", "--format", "png16"}), {"--half", "--format png16"}},
         {inferWith({"--layered", "--split-stack"}), {"--split-stack", "--layered"}},
         {{"image", "convert", "a.exr", "b.bmp"}, {"b.bmp", ".exr", ".png", ".tif"}},
         {{"image", "convert", "a.exr", "b"}, {"\"b\"", ".exr"}},
         {{"image", "convert", "a.exr", "b.png", "--half"}, {"--half", "EXR only"}},
         {{"image", "convert", "a.exr", "b.png", "--compression", "piz"},
          {"--compression", "EXR only"}},
         {{"image", "convert", "a.exr", "b.exr", "--format", "png8"}, {"--format png8", "b.exr"}}});
}

TEST(Usage, mistakes_are_one_json_object_where_json_was_asked_for) {
    for (const Words& arguments : {inferWith({"--json", "--steps", "0"}), Words{"infer", "--json"},
                                   Words{"infr", "--json"}}) {
        const ProcessResult result = runUnlit(arguments);
        EXPECT_EQ(result.exitCode, 2);
        const nlohmann::json object = objectOf(result);
        EXPECT_EQ(object["kind"], "usage");
        EXPECT_THAT(result.errors, HasSubstr(object["error"].get<std::string>()));
    }
}

TEST(Usage, a_flag_of_a_verb_in_front_of_it_is_told_where_to_go) {
    const ProcessResult result = runUnlit({"--quiet", "infer"});
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_THAT(result.errors, HasSubstr("--quiet belongs behind the verb: unlit infer --quiet"));
}

TEST(Usage, the_last_of_two_values_wins) {
    const ProcessResult result = runUnlit(inferWith({"--steps", "3", "--steps", "0"}));
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_EQ(runUnlit(inferWith({"--steps", "0", "--steps", "3"})).exitCode, 1); // no such model
}

TEST(Usage, version_names_the_program_on_stdout) {
    const ProcessResult result = runUnlit({"--version"}, {.isExecuted = true});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_THAT(result.output, testing::MatchesRegex("unlit [0-9]+\\.[0-9]+\\.[0-9]+.*\n"));
    EXPECT_EQ(result.errors, "");
}

TEST(Usage, help_goes_to_stdout_and_needs_nothing_else) {
    for (const Words& verb :
         {Words{}, Words{"infer"}, Words{"image"}, Words{"image", "info"},
          Words{"image", "convert"}, Words{"model"}, Words{"model", "info"},
          Words{"model", "check"}, Words{"model", "random"}, Words{"completion"}, Words{"man"}}) {
        Words arguments = verb;
        arguments.push_back("--help");
        const ProcessResult result = runUnlit(arguments);
        EXPECT_EQ(result.exitCode, 0);
        EXPECT_THAT(result.output, StartsWith("Usage: unlit"));
        EXPECT_EQ(result.errors, "");
    }
}

TEST(Usage, help_of_infer_gives_defaults_units_and_choices) {
    std::string help = runUnlit({"infer", "--help"}).output;
    help = std::regex_replace(help, std::regex("\\s+"), " "); // lines break anywhere
    for (const char* part : {"default: 2024", "default: median", "default: bilinear", "median|mean",
                             "in pixels", "1 to 1000", "default: the model's, else", "Stops added",
                             "auto|cpu|cuda[:N]", "--no-match-input-res"})
        EXPECT_THAT(help, HasSubstr(part));
}

TEST(Usage, a_full_disk_behind_stdout_is_a_failure) {
    ProcessOptions options;
    options.standardOutput = "/dev/full";
    const ProcessResult result = runUnlit({"infer", "--help"}, options);
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_THAT(result.errors, HasSubstr("standard output"));
}
