#include "core/weights/key_adapter.h"

#include "tests/support/expect_error.h"

#include <gtest/gtest.h>

using namespace unlit;
using namespace unlit::weights;

namespace {

std::vector<std::string> namesOf(const StateDict& state) {
    std::vector<std::string> names;
    for (const auto& [name, tensor] : state)
        names.push_back(name);
    return names;
}

torch::Tensor one() {
    return torch::ones({1});
}

} // namespace

TEST(KeyAdapter, old_attention_names_of_the_vae_become_the_new_ones) {
    const std::string at = "decoder.mid_block.attentions.0.";
    StateDict old;
    for (const char* const part : {"query", "key", "value", "proj_attn", "group_norm"})
        for (const char* const kind : {".weight", ".bias"})
            old[at + part + kind] = one();
    const StateDict adapted = adaptVaeKeys(old, "vae");
    EXPECT_EQ(namesOf(adapted),
              (std::vector<std::string>{at + "group_norm.bias", at + "group_norm.weight",
                                        at + "to_k.bias", at + "to_k.weight", at + "to_out.0.bias",
                                        at + "to_out.0.weight", at + "to_q.bias",
                                        at + "to_q.weight", at + "to_v.bias", at + "to_v.weight"}));
}

TEST(KeyAdapter, attention_weights_stored_as_convolutions_lose_their_pixels) {
    const torch::Tensor weight = torch::arange(4, torch::kFloat).reshape({2, 2, 1, 1});
    const StateDict adapted =
        adaptVaeKeys({{"encoder.mid_block.attentions.0.query.weight", weight},
                      {"encoder.mid_block.attentions.0.to_out.0.weight", weight},
                      {"quant_conv.weight", weight}},
                     "vae");
    const torch::Tensor flat = weight.reshape({2, 2});
    EXPECT_TRUE(torch::equal(adapted.at("encoder.mid_block.attentions.0.to_q.weight"), flat));
    EXPECT_TRUE(torch::equal(adapted.at("encoder.mid_block.attentions.0.to_out.0.weight"), flat));
    EXPECT_EQ(adapted.at("quant_conv.weight").dim(), 4); // a true convolution stays one
}

TEST(KeyAdapter, other_names_stay_as_they_are) {
    const std::vector<std::string> names = {"decoder.conv_in.weight", "decoder.key.weight",
                                            "encoder.mid_block.attentions.0.to_q.weight",
                                            "encoder.mid_block.resnets.0.value_norm.bias"};
    StateDict state;
    for (const std::string& name : names)
        state[name] = one();
    EXPECT_EQ(namesOf(adaptVaeKeys(state, "vae")), names);
}

TEST(KeyAdapter, both_spellings_at_once_are_refused) {
    test::expectError(ErrorKind::Corrupt, {"to_q.weight", "two spellings", "some/vae"}, [] {
        adaptVaeKeys({{"encoder.mid_block.attentions.0.query.weight", one()},
                      {"encoder.mid_block.attentions.0.to_q.weight", one()}},
                     "some/vae");
    });
    test::expectError(ErrorKind::Corrupt, {"two spellings"}, [] {
        adaptClipKeys({{"text_model.a", one()}, {"a", one()}}, "some/text_encoder");
    });
}

TEST(KeyAdapter, clip_names_get_their_prefix_and_lose_position_ids) {
    const std::vector<std::string> expected = {"text_model.embeddings.token_embedding.weight",
                                               "text_model.final_layer_norm.bias"};
    EXPECT_EQ(namesOf(adaptClipKeys({{"embeddings.token_embedding.weight", one()},
                                     {"embeddings.position_ids", one()},
                                     {"final_layer_norm.bias", one()}},
                                    "text_encoder")),
              expected);
    EXPECT_EQ(namesOf(adaptClipKeys({{"text_model.embeddings.token_embedding.weight", one()},
                                     {"text_model.embeddings.position_ids", one()},
                                     {"text_model.final_layer_norm.bias", one()}},
                                    "text_encoder")),
              expected);
}

TEST(KeyAdapter, of_a_whole_clip_model_only_the_text_is_kept) {
    EXPECT_EQ(namesOf(adaptClipKeys({{"text_model.final_layer_norm.bias", one()},
                                     {"vision_model.embeddings.class_embedding", one()},
                                     {"visual_projection.weight", one()},
                                     {"text_projection.weight", one()},
                                     {"logit_scale", one()}},
                                    "clip")),
              (std::vector<std::string>{"text_model.final_layer_norm.bias"}));
}
