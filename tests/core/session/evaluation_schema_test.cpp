// What an evaluation measures and how, described once.
#include "core/session/evaluate/evaluation_schema.h"

#include <gtest/gtest.h>

using namespace unlit;

TEST(EvaluationSchema, every_setting_is_bound_to_its_member) {
    EvaluationRequest request;
    const config::Options options = describe(request);
    const std::vector<std::pair<const char*, const char*>> others = {
        {"judgements_split", "test"},
        {"truth_space", "linear"},
        {"workers", "3"},
        {"encoding", "gamma22"},
        {"keep_black", "true"},
        {"resamples", "200"},
        {"target", "shading"},
        {"bootstrap_seed", "18446744073709551615"},
        {"sheet_rows", "5"}};
    EXPECT_EQ(options.size(), others.size());
    for (const auto& [key, text] : others) {
        EXPECT_NE(textOf(optionAt(options, key)), text) << key;
        EXPECT_TRUE(assignText(optionAt(options, key), text)) << key;
    }
    EXPECT_TRUE(request.judgements.testOnly);
    EXPECT_EQ(request.truthSpace, ColorSpace::Linear);
    EXPECT_EQ(request.workers, 3);
    EXPECT_EQ(request.encoding, ColorSpace::Gamma22);
    EXPECT_TRUE(request.keepBlackAlbedo);
    EXPECT_EQ(request.bootstrap.resamples, 200);
    EXPECT_EQ(request.bootstrap.seed, 18446744073709551615U);
    EXPECT_EQ(request.target, "shading");
    EXPECT_EQ(request.sheetRows, 5);
    EXPECT_FALSE(assignText(optionAt(options, "resamples"), "99"));
    EXPECT_FALSE(assignText(optionAt(options, "encoding"), "linear"));
}
