// What is read and what is written, described once.
#include "core/base/error.h"
#include "core/session/infer/request_schema.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

using namespace unlit;

namespace {

void take(const config::Options& options, const char* key, const std::string& text) {
    EXPECT_TRUE(assignText(optionAt(options, key), text)) << key;
    EXPECT_EQ(textOf(optionAt(options, key)), text) << key;
}

} // namespace

TEST(RequestSchema, inputs_are_what_is_said_of_them) {
    InputOptions input;
    const config::Options options = describe(input);
    take(options, "layer", "View.Combined");
    take(options, "input_space", "acescg");
    take(options, "exposure", "-1.25");
    take(options, "mask", "/m/{stem}.png");
    take(options, "mask_layer", "matte");
    EXPECT_EQ(input,
              (InputOptions{"View.Combined", ColorSpace::AcesCg, -1.25, "/m/{stem}.png", "matte"}));
    EXPECT_EQ(options.size(), 5U);
    EXPECT_FALSE(assignText(optionAt(options, "exposure"), "64.5"));
}

TEST(RequestSchema, outputs_are_what_is_said_of_them) {
    OutputOptions output;
    const config::Options options = describe(output);
    for (const auto& [key, text] :
         std::vector<std::pair<const char*, const char*>>{{"name", "{target}/{stem}"},
                                                          {"layered", "true"},
                                                          {"format", "tiff"},
                                                          {"half", "true"},
                                                          {"dither", "false"},
                                                          {"output_space", "raw"},
                                                          {"uncertainty", "true"},
                                                          {"split_stack", "true"},
                                                          {"sidecar", "true"},
                                                          {"albedo_scale", "1.25"},
                                                          {"paint_limits", "0.03,0.85"},
                                                          {"overwrite", "true"}})
        take(options, key, text);
    EXPECT_EQ(options.size(), 12U);
    EXPECT_EQ(output.name, "{target}/{stem}");
    EXPECT_EQ(output.format, FileFormat::Tiff);
    EXPECT_TRUE(output.layered && output.half && !output.dither && output.uncertainty);
    EXPECT_TRUE(output.splitStack && output.sidecar && output.overwrite);
    EXPECT_EQ(output.space, ColorSpace::Raw);
    EXPECT_EQ(output.albedoScale, 1.25);
    EXPECT_EQ(output.paintLimits, (PaintLimits{0.03, 0.85}));
}

TEST(RequestSchema, what_no_file_can_be_is_refused) {
    OutputOptions output;
    const config::Options options = describe(output);
    EXPECT_THROW(assignText(optionAt(options, "name"), "{sten}_{target}"), Error);
    EXPECT_THROW(assignText(optionAt(options, "name"), "../{stem}"), Error);
    for (const char* wrong : {"0.9,0.1", "0.1", "-1,2", "0.1,0.2,0.3", "a,b", "0.1,nan"})
        EXPECT_FALSE(assignText(optionAt(options, "paint_limits"), wrong)) << wrong;
    for (const char* wrong : {"0", "-1", "1000.5", "inf"})
        EXPECT_FALSE(assignText(optionAt(options, "albedo_scale"), wrong)) << wrong;
    EXPECT_EQ(output.name, kDefaultOutputName);
    EXPECT_EQ(output.paintLimits, PaintLimits{});
    // A text, as it has always been, and not a list.
    EXPECT_EQ(jsonOf(options)["paint_limits"], "0.02,0.9");
}
