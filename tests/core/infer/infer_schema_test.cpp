// Every setting of an inference once: what is described is what there is, and what core can do.
#include "core/infer/infer_schema.h"

#include "core/infer/idle_options.h"
#include "core/options/attention_heads.h"

#include <gtest/gtest.h>

using namespace unlit;

namespace {

/// Another value than the default for each setting, by hand.
const std::vector<std::pair<std::string, std::string>> kOthers = {
    {"steps", "7"},
    {"processing_res", "640"},
    {"ensemble", "3"},
    {"settled_spread", "0.05"},
    {"stop_after", "2"},
    {"reduction", "mean"},
    {"strength", "0.5"},
    {"seed", "18446744073709551615"},
    {"match_input_res", "false"},
    {"resample", "nearest"},
    {"resize_convention", "marigold"},
    {"concat_order", "image_first"},
    {"batch_size", "2"},
    {"tiles", "on"},
    {"tile_size", "512"},
    {"tile_overlap", "64"},
    {"detail", "off"},
    {"keep_black", "off"},
    {"precision", "bfloat16"},
    {"device", "cuda:1"},
    {"targets", "albedo"},
    {"attention_processor", "math,attn2=auto"},
    {"attention_slicing", "max"},
    {"vae_tiling", "true"},
    {"offload", "true"},
    {"class", "4"},
    {"prompt", "a wall"},
    {"guidance_scale", "2.5"},
};

InferOptions others() {
    InferOptions options;
    options.steps = 7;
    options.processingRes = 640;
    options.ensemble = 3;
    options.settledSpread = 0.05;
    options.stopAfter = 2;
    options.reduction = Reduction::Mean;
    options.strength = 0.5;
    options.seed = 18446744073709551615U;
    options.matchInputRes = false;
    options.resample = Resample::Nearest;
    options.resizeConvention = ResizeConvention::Marigold;
    options.concatOrder = ConcatOrder::ImageFirst;
    options.batchSize = 2;
    options.tiles = {TileMode::On, 512, 64};
    options.detail = DetailMode::Off;
    options.keepBlack = KeepBlack::Off;
    options.precision = Precision::BFloat16;
    options.device = "cuda:1";
    options.targets = {"albedo"};
    options.attention = {AttentionProcessor::Math, {{"attn2", AttentionProcessor::Auto}}};
    options.memory = {AttentionSlicing::Max, true, true};
    options.condition = {4, "a wall", 2.5};
    return options;
}

} // namespace

TEST(InferSchema, every_member_has_its_setting) {
    InferOptions options;
    const config::Options described = describe(options);
    ASSERT_EQ(described.size(), kOthers.size());
    for (const auto& [key, text] : kOthers) {
        const config::Option& option = optionAt(described, key);
        EXPECT_NE(textOf(option), text) << key;
        EXPECT_TRUE(assignText(option, text)) << key;
        EXPECT_EQ(textOf(option), text) << key;
        EXPECT_FALSE(option.setting.meta.help.empty()) << key;
    }
    // And each is bound to the member that it names.
    InferOptions made = others();
    for (const auto& [key, text] : kOthers)
        EXPECT_EQ(textOf(optionAt(describe(made), key)), text) << key;
}

TEST(InferSchema, attention_is_sliced_by_name_or_by_heads) {
    InferOptions options;
    const config::Option slicing = optionAt(describe(options), "attention_slicing");
    for (const char* written : {"off", "auto", "max", "2", "20", "1024"}) {
        EXPECT_TRUE(assignText(slicing, written)) << written;
        EXPECT_EQ(textOf(slicing), written);
    }
    EXPECT_EQ(sliceHeadsOf(options.memory.attentionSlicing), 1024);
    EXPECT_TRUE(assignText(slicing, "1"));
    EXPECT_EQ(options.memory.attentionSlicing, AttentionSlicing::Max);
    for (const char* wrong : {"0", "-2", "1025", "2.5", "2 heads", "half"})
        EXPECT_FALSE(assignText(slicing, wrong)) << wrong;
    EXPECT_EQ(options.memory.attentionSlicing, AttentionSlicing::Max);
}

TEST(InferSchema, devices_are_names_that_there_can_be) {
    InferOptions options;
    for (const char* wrong : {"tpu", "cuda:", "cuda:x", "cuda:-1", "cuda:128", "cpu:0"})
        EXPECT_FALSE(assignText(optionAt(describe(options), "device"), wrong)) << wrong;
    EXPECT_EQ(options.device, "auto");
}

TEST(IdleOptions, AreThoseThatAnotherOneMakesIdle) {
    InferOptions options;
    EXPECT_TRUE(idleOptions(options).empty());
    options.settledSpread = 0.05;
    options.stopAfter = 2;
    options.reduction = Reduction::Mean;
    options.tiles.size = 512;
    options.tiles.overlap = 64;
    ASSERT_EQ(idleOptions(options).size(), 5U);
    EXPECT_EQ(idleOptions(options).front(),
              "--settled-spread has no effect: there is one prediction (--ensemble)");
    options.ensemble = 2;
    ASSERT_EQ(idleOptions(options).size(), 2U);
    EXPECT_EQ(idleOptions(options).front(),
              "--tile-size has no effect: the picture is not cut into tiles (--tiles)");
    options.tiles.mode = TileMode::Auto;
    EXPECT_TRUE(idleOptions(options).empty());
}
