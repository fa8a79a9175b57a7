// Files of low-rank additions: every spelling that diffusers and peft have used, and what is none.
#include "core/weights/lora/lora_file.h"

#include "core/weights/files/safetensors.h"
#include "core/weights/files/safetensors_writer.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>

using namespace unlit;
using namespace unlit::weights;

namespace {

constexpr const char* kLayer = "mid_block.attentions.0.transformer_blocks.0.attn1.to_q";
constexpr const char* kOut = "mid_block.attentions.0.transformer_blocks.0.attn1.to_out.0";

torch::Tensor down() {
    return torch::arange(6, torch::kFloat32).view({2, 3});
}

torch::Tensor up() {
    return torch::arange(8, torch::kFloat32).view({4, 2});
}

class LoraFile : public testing::Test {
protected:
    nn::LoraWeights read(const StateDict& state,
                         const std::map<std::string, std::string>& metadata = kTorchMetadata) {
        writeSafetensors(m_file, state, metadata);
        return readLora(m_file);
    }

    test::TempFolder m_folder;
    std::filesystem::path m_file = m_folder / "lora.safetensors";
};

} // namespace

TEST_F(LoraFile, reads_every_spelling) {
    const std::string layer = kLayer;
    const std::string block = layer.substr(0, layer.size() - std::string(".to_q").size());
    const std::vector<std::pair<std::string, std::string>> spellings = {
        {"unet." + layer + ".lora_A.weight", "unet." + layer + ".lora_B.weight"},
        {layer + ".lora_A.weight", layer + ".lora_B.weight"},
        {"base_model.model." + layer + ".lora_A.weight",
         "base_model.model." + layer + ".lora_B.weight"},
        {layer + ".lora_A.default.weight", layer + ".lora_B.default.weight"},
        {"unet." + layer + ".lora.down.weight", "unet." + layer + ".lora.up.weight"},
        {"unet." + block + ".processor.to_q_lora.down.weight",
         "unet." + block + ".processor.to_q_lora.up.weight"}};
    for (const auto& [downKey, upKey] : spellings) {
        const nn::LoraWeights weights = read({{downKey, down()}, {upKey, up()}});
        ASSERT_EQ(weights.size(), 1U) << downKey;
        ASSERT_TRUE(weights.contains(kLayer)) << downKey;
        EXPECT_TRUE(torch::equal(weights.at(kLayer).down, down()));
        EXPECT_TRUE(torch::equal(weights.at(kLayer).up, up()));
        EXPECT_EQ(weights.at(kLayer).alpha, 2); // the rank: strength 1
    }
    const nn::LoraWeights out = read({{block + ".processor.to_out_lora.down.weight", down()},
                                      {block + ".processor.to_out_lora.up.weight", up()}});
    EXPECT_TRUE(out.contains(kOut));
}

TEST_F(LoraFile, takes_the_strength_from_where_it_stands) {
    const StateDict plain = {{"unet." + std::string(kLayer) + ".lora_A.weight", down()},
                             {"unet." + std::string(kLayer) + ".lora_B.weight", up()}};
    const std::map<std::string, std::string> metadata = {
        {"lora_adapter_metadata", R"({"unet.r": 2, "unet.lora_alpha": 16})"}};
    EXPECT_EQ(read(plain, metadata).at(kLayer).alpha, 16);
    StateDict withAlpha = plain;
    withAlpha["unet." + std::string(kLayer) + ".alpha"] = torch::tensor(3.0F);
    EXPECT_EQ(read(withAlpha, metadata).at(kLayer).alpha, 3);
}

TEST_F(LoraFile, half_precision_becomes_float32) {
    const nn::LoraWeights weights =
        read({{std::string(kLayer) + ".lora_A.weight", down().to(torch::kFloat16)},
              {std::string(kLayer) + ".lora_B.weight", up().to(torch::kBFloat16)}});
    EXPECT_EQ(weights.at(kLayer).down.scalar_type(), torch::kFloat32);
    EXPECT_TRUE(torch::equal(weights.at(kLayer).up, up()));
}

TEST_F(LoraFile, is_written_in_the_names_of_today_and_reads_back) {
    writeLora(m_file, {{kLayer, {down(), up(), 8}}, {kOut, {down(), up(), 8}}});
    const SafetensorsFile file(m_file);
    EXPECT_EQ(file.names(),
              (std::vector<std::string>{"unet." + std::string(kOut) + ".lora_A.weight",
                                        "unet." + std::string(kOut) + ".lora_B.weight",
                                        "unet." + std::string(kLayer) + ".lora_A.weight",
                                        "unet." + std::string(kLayer) + ".lora_B.weight"}));
    EXPECT_EQ(file.metadata().at("format"), "pt");
    EXPECT_EQ(nlohmann::json::parse(file.metadata().at("lora_adapter_metadata")),
              (nlohmann::json{{"unet.r", 2},
                              {"unet.lora_alpha", 8.0},
                              {"unet.target_modules", {"to_out.0", "to_q"}}}));
    const nn::LoraWeights weights = readLora(m_file);
    EXPECT_EQ(weights.size(), 2U);
    EXPECT_EQ(weights.at(kLayer).alpha, 8);
    EXPECT_TRUE(torch::equal(weights.at(kOut).up, up()));
}

TEST_F(LoraFile, refuses_what_it_would_get_wrong) {
    const std::string a = std::string(kLayer) + ".lora_A.weight",
                      b = std::string(kLayer) + ".lora_B.weight";
    test::expectError(ErrorKind::Corrupt, {kLayer, "only one"}, [&] { read({{a, down()}}); });
    test::expectError(ErrorKind::Unsupported, {"text_encoder.x.lora_A.weight"}, [&] {
        read({{"text_encoder.x.lora_A.weight", down()}, {"text_encoder.x.lora_B.weight", up()}});
    });
    test::expectError(ErrorKind::Corrupt, {kLayer, "twice"}, [&] {
        read({{a, down()}, {b, up()}, {std::string(kLayer) + ".lora.down.weight", down()}});
    });
    test::expectError(ErrorKind::Unsupported, {"lora_magnitude_vector"}, [&] {
        read({{a, down()}, {b, up()}, {std::string(kLayer) + ".lora_magnitude_vector", up()}});
    });
    test::expectError(ErrorKind::Unsupported, {"adapts convolutions", kLayer}, [&] {
        read({{a, torch::ones({2, 3, 3, 3})}, {b, torch::ones({3, 2, 1, 1})}});
    });
    for (const char* const said :
         {R"({"unet.use_dora": true})", R"({"peft_type": "LOHA"})", R"({"use_dora": true})",
          R"({"init_lora_weights": "pissa_niter_16"})", R"({"init_lora_weights": "lora_ga"})",
          R"({"modules_to_save": ["conv_in"]})", R"({"bias": "all"})"})
        test::expectError(ErrorKind::Unsupported, {"no plain LoRA"}, [&] {
            read({{a, down()}, {b, up()}}, {{"lora_adapter_metadata", said}});
        });
    for (const char* const said : {R"({"lora_alpha": "16"})", R"({"alpha_pattern": [1]})",
                                   R"({"lora_alpha": 4, "alpha_pattern": {"([": 1}})"})
        test::expectError(ErrorKind::Corrupt, {"lora.safetensors", "alpha"}, [&] {
            read({{a, down()}, {b, up()}}, {{"lora_adapter_metadata", said}});
        });
    test::expectError(ErrorKind::Corrupt, {"no finite number"}, [&] {
        read({{a, down()}, {b, up()}, {std::string(kLayer) + ".alpha", torch::tensor(NAN)}});
    });
    test::expectError(ErrorKind::Corrupt, {"no JSON object"}, [&] {
        read({{a, down()}, {b, up()}}, {{"lora_adapter_metadata", "{"}});
    });
    test::expectError(ErrorKind::Corrupt, {"holds no LoRA"}, [&] { read({}); });
    test::expectError(ErrorKind::NotFound, {"nothing.safetensors"},
                      [&] { readLora(m_folder / "nothing.safetensors"); });
}

// peft: alpha / rank, or alpha / sqrt(rank); `alpha` here is that factor times the rank, which
// is 2.
TEST_F(LoraFile, rank_stabilised_and_patterned_strengths_are_pefts) {
    const StateDict plain = {{"base_model.model." + std::string(kLayer) + ".lora_A.weight", down()},
                             {"base_model.model." + std::string(kLayer) + ".lora_B.weight", up()}};
    const auto factor = [&](const std::string& said) {
        return read(plain, {{"lora_adapter_metadata", said}}).at(kLayer).alpha / 2;
    };
    EXPECT_DOUBLE_EQ(factor(R"({"r": 2, "lora_alpha": 16})"), 8);
    EXPECT_DOUBLE_EQ(factor(R"({"r": 2, "lora_alpha": 16, "use_rslora": true})"),
                     16 / std::sqrt(2.0));
    EXPECT_DOUBLE_EQ(factor(R"({"lora_alpha": 16, "alpha_pattern": {"to_q": 6}})"), 3);
    EXPECT_DOUBLE_EQ(factor(R"({"lora_alpha": 16, "alpha_pattern": {"attn1\\.to_[qk]": 6}})"), 3);
    EXPECT_DOUBLE_EQ(factor(R"({"lora_alpha": 16, "alpha_pattern": {"o_q": 6, "to_v": 4}})"), 8);
    EXPECT_DOUBLE_EQ(factor(R"x({"lora_alpha": 16, "alpha_pattern": {"attn1.*(to_q|to_k)": 6}})x"),
                     3);
    // The first that fits, in the order of the file.
    EXPECT_DOUBLE_EQ(factor(R"({"alpha_pattern": {"to_q": 6, "attn1.to_q": 8}})"), 3);
    EXPECT_DOUBLE_EQ(factor(R"({"alpha_pattern": {"attn1.to_q": 8, "to_q": 6}})"), 4);
    // A matcher that tries every way would never end with these.
    for (const char* endless : {"(a|a)*b", "(t*)*x", ".*.*.*_"})
        EXPECT_THROW(factor(R"x({"alpha_pattern": {")x" + std::string(endless) + R"x(": 6}})x"),
                     Error)
            << endless;
    EXPECT_DOUBLE_EQ(factor(R"({"unet.lora_alpha": 4, "lora_alpha": 16})"), 2);
    EXPECT_DOUBLE_EQ(factor("{}"), 1);
}

TEST_F(LoraFile, pefts_folder_says_the_strength_beside_the_weights) {
    writeSafetensors(m_folder / "adapter_model.safetensors",
                     {{"base_model.model." + std::string(kLayer) + ".lora_A.weight", down()},
                      {"base_model.model." + std::string(kLayer) + ".lora_B.weight", up()}},
                     kTorchMetadata);
    std::ofstream(m_folder / "adapter_config.json")
        << R"({"peft_type": "LORA", "r": 2, "lora_alpha": 16, "bias": "none", "use_rslora": false})";
    EXPECT_EQ(readLora(m_folder.path()).at(kLayer).alpha, 16);
    EXPECT_EQ(readLora(m_folder / "adapter_model.safetensors").at(kLayer).alpha, 16);
    EXPECT_EQ(readLora(LoraChoice{m_folder.path(), 0.5}).at(kLayer).alpha, 8);
    std::ofstream(m_folder / "adapter_config.json") << R"({"peft_type": "LORA", "use_dora": true})";
    test::expectError(ErrorKind::Unsupported, {"adapter_config.json", "use_dora"},
                      [&] { readLora(m_folder.path()); });
    test::TempFolder empty;
    test::expectError(ErrorKind::NotFound, {"no LoRA in the folder"},
                      [&] { readLora(empty.path()); });
}

TEST_F(LoraFile, kohyas_names_are_read) {
    const std::string name =
        "lora_unet_down_blocks_1_attentions_0_transformer_blocks_0_attn2_to_out_0";
    const nn::LoraWeights weights = read({{name + ".lora_down.weight", down().view({2, 3, 1, 1})},
                                          {name + ".lora_up.weight", up().view({4, 2, 1, 1})},
                                          {name + ".alpha", torch::tensor(1.0F)}});
    ASSERT_EQ(weights.size(), 1U);
    const auto& [layer, pair] = *weights.begin();
    EXPECT_EQ(layer, "down_blocks.1.attentions.0.transformer_blocks.0.attn2.to_out.0");
    EXPECT_EQ(pair.alpha, 1);
    EXPECT_TRUE(torch::equal(pair.down, down()));
    EXPECT_TRUE(
        read({{"lora_unet_mid_block_attentions_0_transformer_blocks_0_ff_net_0_proj.lora_down."
               "weight",
               down()},
              {"lora_unet_mid_block_attentions_0_transformer_blocks_0_ff_net_0_proj.lora_up.weight",
               up()}})
            .contains("mid_block.attentions.0.transformer_blocks.0.ff.net.0.proj"));
    test::expectError(ErrorKind::Unsupported, {"input_blocks"}, [&] {
        read({{"lora_unet_input_blocks_1_1_proj_in.lora_down.weight", down()}});
    });
    test::expectError(ErrorKind::Unsupported, {"text encoder"}, [&] {
        read({{"lora_te_text_model_encoder_layers_0_mlp_fc1.lora_down.weight", down()}});
    });
}

TEST(LoraChoice, a_scale_stands_behind_the_last_colon) {
    EXPECT_EQ(loraChoiceFrom("a.safetensors"), (LoraChoice{"a.safetensors", 1}));
    EXPECT_EQ(loraChoiceFrom("a.safetensors:0.5"), (LoraChoice{"a.safetensors", 0.5}));
    EXPECT_EQ(loraChoiceFrom("a:b"), (LoraChoice{"a:b", 1}));
    EXPECT_EQ(loraChoiceFrom("a:b:-2"), (LoraChoice{"a:b", -2}));
    EXPECT_EQ(loraChoiceFrom("a:0"), (LoraChoice{"a", 0}));
    for (const char* const wrong : {"", "a:nan", "a:inf", "a:101"})
        EXPECT_FALSE(loraChoiceFrom(wrong).has_value()) << wrong;
    EXPECT_EQ(toText({"a", 1}), "a");
    EXPECT_EQ(toText({"a", 0.1}), "a:0.1");
    const test::TempFolder folder;
    std::ofstream(folder / "x:2") << "a file of that name";
    EXPECT_EQ(loraChoiceFrom((folder / "x:2").string()), (LoraChoice{folder / "x:2", 1}));
}

TEST(LoraChoice, layers_have_factors_of_their_own) {
    const LoraChoice choice{"a", 0.5, {{"to_q", 0}, {"up_blocks.1", 2}}};
    EXPECT_EQ(loraChoiceFrom("a:0.5,to_q=0,up_blocks.1=2"), choice);
    EXPECT_EQ(toText(choice), "a:0.5,to_q=0,up_blocks.1=2");
    EXPECT_EQ(loraChoiceFrom("a:mid_block=0.25"), (LoraChoice{"a", 1, {{"mid_block", 0.25}}}));
    EXPECT_EQ(toText({"a", 1, {{"mid_block", 0.25}}}), "a:mid_block=0.25");
    // Not of that form: a part of the name.
    for (const char* const name :
         {"a:to_q=", "a:=1", "a:to_q=x", "a:to_q=1,0.5", "a:1,", "a:to q=1"})
        EXPECT_EQ(loraChoiceFrom(name), (LoraChoice{name, 1})) << name;
    for (const char* const wrong : {"a:to_q=101", "a:to_q=nan", "a:101,to_q=1"})
        EXPECT_FALSE(loraChoiceFrom(wrong).has_value()) << wrong;
}

TEST(LoraChoice, a_part_of_a_layers_name_is_whole) {
    EXPECT_TRUE(isPartOfLayer("to_q", kLayer));
    EXPECT_TRUE(isPartOfLayer("attentions.0", kLayer));
    EXPECT_TRUE(isPartOfLayer("to_out.0", kOut));
    EXPECT_FALSE(isPartOfLayer("to", kLayer));
    EXPECT_FALSE(isPartOfLayer("attn", kLayer));
    EXPECT_FALSE(isPartOfLayer("q", kLayer));
    EXPECT_FALSE(isPartOfLayer("", kLayer));
    const LoraChoice choice{"a", 0.5, {{"to_q", 4}, {"mid_block", 0.25}}};
    EXPECT_EQ(scaleOf(choice, kLayer), 0.5);
    EXPECT_EQ(scaleOf(choice, kOut), 0.125);
    EXPECT_EQ(scaleOf(choice, "up_blocks.0.attn1.to_k"), 0.5);
}

TEST_F(LoraFile, factors_of_layers_count_and_one_that_fits_nothing_is_refused) {
    const std::string layer = kLayer;
    const std::string out = kOut;
    const StateDict state = {{"unet." + layer + ".lora_A.weight", down()},
                             {"unet." + layer + ".lora_B.weight", up()},
                             {"unet." + out + ".lora_A.weight", down()},
                             {"unet." + out + ".lora_B.weight", up()}};
    const double alpha = read(state).at(layer).alpha;
    const nn::LoraWeights scaled = readLora(LoraChoice{m_file, 0.5, {{"to_q", 0}}});
    EXPECT_EQ(scaled.at(layer).alpha, 0);
    EXPECT_EQ(scaled.at(out).alpha, 0.5 * alpha);
    test::expectError(ErrorKind::NotFound, {"no layer with to_k", "did you mean to_q?"}, [&] {
        (void)readLora(LoraChoice{m_file, 1, {{"to_k", 0}}});
    });
}
