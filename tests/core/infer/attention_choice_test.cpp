// Attention processors: what is chosen by name holds for the layers that are named, and gives the
// numbers that it gave before.
#include "core/infer/attention_choice.h"

#include "core/infer/pipeline.h"
#include "core/nn/layers/attention.h"
#include "tests/core/infer/tiny_model.h"
#include "tests/support/expect_error.h"

#include <gmock/gmock.h>

#include <map>

namespace unlit::infer {

namespace {

using test::loadTinyModel;
using test::testPicture;

std::map<std::string, AttentionProcessor> processorsOf(const LoadedModel& model) {
    std::map<std::string, AttentionProcessor> found;
    for (const auto& module : model.unet->named_modules())
        if (const auto* attention = dynamic_cast<nn::AttentionImpl*>(module.value().get()))
            found[module.key()] = attention->processor();
    return found;
}

std::vector<float> albedoWith(const std::shared_ptr<LoadedModel>& model,
                              const AttentionProcessors& attention) {
    InferOptions options;
    options.steps = 2;
    options.processingRes = 0;
    options.precision = Precision::Float32;
    options.attention = attention;
    auto prediction = Pipeline(model).run(testPicture(40, 32), options, {}, {});
    EXPECT_TRUE(prediction.has_value());
    return std::move(prediction->targets.at(0).image.samples);
}

} // namespace

TEST(AttentionChoice, holds_for_the_layers_that_are_named) {
    const auto model = loadTinyModel("tiny-albedo");
    applyAttentionProcessors(*model, attentionProcessorsFrom("math,attn2=auto").value());
    std::size_t crossed = 0;
    const auto processors = processorsOf(*model);
    for (const auto& [name, processor] : processors) {
        const bool isCross = name.ends_with("attn2");
        crossed += isCross;
        EXPECT_EQ(processor, isCross ? AttentionProcessor::Auto : AttentionProcessor::Math) << name;
    }
    EXPECT_GT(crossed, 0U);
    EXPECT_LT(crossed, processors.size());

    applyAttentionProcessors(*model, {});
    for (const auto& [name, processor] : processorsOf(*model))
        EXPECT_EQ(processor, AttentionProcessor::Auto) << name;
}

TEST(AttentionChoice, every_processor_gives_the_numbers_of_the_formula) {
    const auto model = loadTinyModel("tiny-albedo");
    const std::vector<float> math = albedoWith(model, {AttentionProcessor::Math});
    const std::vector<float> fast = albedoWith(model, {});
    ASSERT_EQ(math.size(), fast.size());
    EXPECT_THAT(fast, testing::Pointwise(testing::FloatNear(1e-4F), math));
}

TEST(AttentionChoice, a_layer_that_is_not_there_is_named_and_nothing_changes) {
    const auto model = loadTinyModel("tiny-albedo");
    test::expectError(ErrorKind::InvalidInput, {"no attention", "attn3"}, [&] {
        applyAttentionProcessors(*model, attentionProcessorsFrom("math,attn3=auto").value());
    });
    for (const auto& [name, processor] : processorsOf(*model))
        EXPECT_EQ(processor, AttentionProcessor::Auto) << name;
}

TEST(AttentionChoice, is_written_as_it_is_read) {
    for (const char* text : {"auto", "math", "math,attn2=auto", "mid_block=math",
                             "math,up_blocks.1=auto,up_blocks.1.attentions.0=math"})
        EXPECT_EQ(toText(attentionProcessorsFrom(text).value()), text);
    EXPECT_EQ(toText(attentionProcessorsFrom("auto,mid_block=math").value()), "mid_block=math");
    for (const char* wrong : {"", ",", "math,", "fused", "attn2", "attn2=", "=math", "math,auto",
                              "attn2=math,auto", "a b=math", "attn2=math=auto"})
        EXPECT_FALSE(attentionProcessorsFrom(wrong)) << wrong;
}

} // namespace unlit::infer
