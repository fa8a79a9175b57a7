// Mistakes on the command line: exit code 2, one line that names what to write instead.
#include "tests/cli/command_fixture.h"

#include <gmock/gmock.h>

using namespace unlit::test;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

using Words = std::vector<std::string>;

struct Mistake {
    Words arguments;
    Words expected; ///< parts of the message
};

class UsageMistake : public testing::TestWithParam<Mistake> {};

const Words kPlaces = {"x.exr", "--model", "m", "--output", "o"};

Words inferWith(const Words& more) {
    Words words = {"infer"};
    words.insert(words.end(), kPlaces.begin(), kPlaces.end());
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

} // namespace

TEST_P(UsageMistake, is_told_in_one_line_with_exit_code_2) {
    const ProcessResult result = runUnlit(GetParam().arguments);
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_EQ(result.output, "");
    EXPECT_TRUE(isOneLine(result.errors)) << result.errors;
    for (const std::string& part : GetParam().expected)
        EXPECT_THAT(result.errors, HasSubstr(part));
}

INSTANTIATE_TEST_SUITE_P(
    Verbs, UsageMistake,
    testing::Values(Mistake{{}, {"a verb is missing", "infer", "image", "model"}},
                    Mistake{{"infr"}, {"no verb infr", "did you mean infer?"}},
                    Mistake{{"quaternion"}, {"no verb quaternion", "infer, image, model"}},
                    Mistake{{"image"}, {"a verb is missing", "info, convert"}},
                    Mistake{{"image", "inof"}, {"no verb image inof", "image info"}},
                    Mistake{{"train"}, {"no verb train"}},
                    Mistake{{"--json", "infer"}, {"--json belongs behind the verb"}}));

INSTANTIATE_TEST_SUITE_P(
    Options, UsageMistake,
    testing::Values(Mistake{inferWith({"--stpes", "3"}), {"--stpes", "did you mean --steps?"}},
                    Mistake{inferWith({"--stpes=3"}), {"--stpes", "did you mean --steps?"}},
                    Mistake{inferWith({"-steps", "3"}), {"-steps", "did you mean --steps?"}},
                    Mistake{inferWith({"--wavelength", "3"}), {"--wavelength", "--help"}},
                    Mistake{inferWith({"--steps"}), {"--steps needs a value"}},
                    Mistake{{"infer"}, {"INPUT is missing"}},
                    Mistake{{"infer", "x", "--output", "o"}, {"--model is missing"}},
                    Mistake{{"infer", "x", "--model", "m"}, {"--output is missing"}},
                    Mistake{{"image", "convert", "a.exr"}, {"OUT is missing"}},
                    Mistake{{"image", "convert", "a", "b", "c"}, {"\"c\"", "too many"}},
                    Mistake{{"model", "random", "out"}, {"--like is missing"}},
                    Mistake{{"completion", "zsh"}, {"\"zsh\"", "bash"}}));

INSTANTIATE_TEST_SUITE_P(
    Values, UsageMistake,
    testing::Values(
        Mistake{inferWith({"--steps", "0"}), {"--steps", "\"0\"", "1 to 1000"}},
        Mistake{inferWith({"--steps", "four"}), {"--steps", "\"four\"", "whole number"}},
        Mistake{inferWith({"--steps", "4.5"}), {"--steps", "\"4.5\"", "whole number"}},
        Mistake{inferWith({"--steps", ""}), {"--steps"}},
        Mistake{inferWith({"--steps", "99999999999999999999"}), {"--steps", "1 to 1000"}},
        Mistake{inferWith({"--ensemble", "0"}), {"--ensemble", "\"0\"", "1 to 1000"}},
        Mistake{inferWith({"--processing-res", "-1"}), {"--processing-res", "\"-1\"", "0 to"}},
        Mistake{inferWith({"--batch-size", "-1"}), {"--batch-size", "\"-1\""}},
        Mistake{inferWith({"--seed", "18446744073709551616"}), {"--seed", "2^64-1"}},
        Mistake{inferWith({"--reduction", "medain"}), {"--reduction", "did you mean \"median\"?"}},
        Mistake{inferWith({"--resample", "lanczos"}), {"--resample", "bilinear, bicubic, nearest"}},
        Mistake{inferWith({"--resize-convention", "x"}), {"marigold, diffusers, unlit"}},
        Mistake{inferWith({"--concat-order", "x"}), {"noisy_first, image_first"}},
        Mistake{inferWith({"--precision", "float8"}), {"auto, float32, bfloat16, float16"}},
        Mistake{inferWith({"--device", "tpu"}), {"--device", "auto, cpu, cuda"}},
        Mistake{inferWith({"--device", "cuda:x"}), {"--device", "cuda:N"}},
        Mistake{inferWith({"--input-space", "rec2020"}), {"srgb, gamma22, linear, acescg, raw"}},
        Mistake{inferWith({"--output-space", "acescg"}), {"auto, srgb, gamma22, linear, raw"}},
        Mistake{inferWith({"--exposure", "nan"}), {"--exposure", "stops from -64 to 64"}},
        Mistake{inferWith({"--format", "jpeg"}), {"--format", "exr, png16, png8, tiff"}},
        Mistake{inferWith({"--targets", "albedo,"}), {"--targets", "separated by commas"}},
        Mistake{inferWith({"--half=maybe"}), {"--half", "\"maybe\""}}));

INSTANTIATE_TEST_SUITE_P(
    Contradictions, UsageMistake,
    testing::Values(
        Mistake{inferWith({"--uncertainty"}), {"--uncertainty", "--ensemble"}},
        Mistake{inferWith({"--layered", "--format", "png16"}), {"--layered", "--format png16"}},
        Mistake{inferWith({"--half", "--format", "tiff"}), {"--half", "--format tiff"}},
        Mistake{inferWith({"--layered", "--split-stack"}), {"--split-stack", "--layered"}},
        Mistake{{"image", "convert", "a.exr", "b.bmp"}, {"b.bmp", ".exr", ".png", ".tif"}},
        Mistake{{"image", "convert", "a.exr", "b"}, {"\"b\"", ".exr"}},
        Mistake{{"image", "convert", "a.exr", "b.png", "--half"}, {"--half", "EXR only"}}));

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

TEST(Usage, the_last_of_two_values_wins) {
    const ProcessResult result = runUnlit(inferWith({"--steps", "3", "--steps", "0"}));
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_EQ(runUnlit(inferWith({"--steps", "0", "--steps", "3"})).exitCode, 1); // no such model
}

TEST(Usage, version_names_the_program_on_stdout) {
    const ProcessResult result = runUnlit({"--version"});
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
    const std::string help = runUnlit({"infer", "--help"}).output;
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
