#include "core/session/command_text.h"

#include "core/base/shell_text.h"

#include <gtest/gtest.h>

using namespace unlit;

TEST(CommandText, words_are_quoted_as_a_shell_needs_them) {
    EXPECT_EQ(shellQuoted("plain/path_1.exr"), "plain/path_1.exr");
    EXPECT_EQ(shellQuoted("with space"), "'with space'");
    EXPECT_EQ(shellQuoted("it's"), "'it'\\''s'");
    EXPECT_EQ(shellQuoted(""), "''");
    EXPECT_EQ(shellQuoted("$HOME;rm"), "'$HOME;rm'");
    EXPECT_EQ(shellQuoted("über"), "'über'");
}

TEST(CommandText, only_what_differs_from_the_defaults_is_said) {
    InferenceRequest request;
    request.input = "/in/a.exr";
    request.model = "/m";
    EXPECT_EQ(inferCommand(request), "unlit infer /in/a.exr --model /m --ensemble 1 --seed 2024");
}

TEST(CommandText, every_setting_has_its_flag) {
    InferenceRequest request;
    request.input = "-a.exr";
    request.model = "/m";
    request.loras = {{"/l.safetensors", 1}};
    InferOptions& options = request.options;
    options.steps = 3;
    options.processingRes = 0;
    options.ensemble = 4;
    options.settledSpread = 0.05;
    options.stopAfter = 3;
    options.tiles = {TileMode::Auto, 512, 96};
    options.reduction = Reduction::Mean;
    options.strength = 0.85;
    options.seed = 5;
    options.matchInputRes = false;
    options.resample = Resample::Nearest;
    options.resizeConvention = ResizeConvention::Marigold;
    options.concatOrder = ConcatOrder::ImageFirst;
    options.batchSize = 2;
    options.precision = Precision::BFloat16;
    options.device = "cpu";
    options.targets = {"albedo", "shading"};
    options.memory = {AttentionSlicing::Auto, true, true};
    request.inputOptions = {"View.Combined", ColorSpace::AcesCg, 0.1};
    request.output = OutputOptions{};
    request.output->folder = "/o";
    request.output->name = "{target}";
    request.output->format = FileFormat::Png8;
    request.output->dither = false;
    request.output->space = ColorSpace::Raw;
    request.output->uncertainty = true;
    request.output->splitStack = true;
    request.output->sidecar = true;
    request.output->albedoScale = 1.25;
    request.output->paintLimits = {0.03, 0.85};
    request.output->overwrite = true;
    EXPECT_EQ(inferCommand(request),
              "unlit infer ./-a.exr --model /m --lora /l.safetensors --steps 3 --processing-res 0 "
              "--ensemble 4 --settled-spread 0.05 --stop-after 3 --reduction mean --strength 0.85 "
              "--seed 5 "
              "--no-match-input-res --resample nearest "
              "--resize-convention marigold --concat-order image_first --batch-size 2 "
              "--tiles auto --tile-size 512 --tile-overlap 96 --precision bfloat16 --device cpu "
              "--targets albedo,shading --attention-slicing auto "
              "--vae-tiling --offload --layer View.Combined --input-space acescg --exposure 0.1 "
              "--output /o --name '{target}' --format png8 --no-dither --output-space raw "
              "--uncertainty --split-stack --sidecar --albedo-scale 1.25 "
              "--paint-limits 0.03,0.85 --overwrite");
}

TEST(CommandText, layered_output_leaves_out_what_contradicts_it) {
    InferenceRequest request;
    request.input = "a.exr";
    request.model = "m";
    request.output = OutputOptions{};
    request.output->folder = "o";
    request.output->layered = true;
    request.output->uncertainty = true;
    request.output->half = true;
    const std::string text = inferCommand(request);
    EXPECT_NE(text.find("--output o --layered --half"), std::string::npos) << text;
    EXPECT_EQ(text.find("--uncertainty"), std::string::npos);
    EXPECT_EQ(text.find("--format"), std::string::npos);
}
