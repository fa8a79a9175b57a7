// Files of low-rank additions: every spelling that diffusers and peft have used, and what is none.
#include "core/weights/lora_file.h"

#include "core/weights/safetensors.h"
#include "core/weights/safetensors_writer.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

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
    test::expectError(ErrorKind::Unsupported, {"lora_magnitude_vector"}, [&] {
        read({{a, down()}, {b, up()}, {std::string(kLayer) + ".lora_magnitude_vector", up()}});
    });
    test::expectError(ErrorKind::Unsupported, {"use_rslora"}, [&] {
        read({{a, down()}, {b, up()}}, {{"lora_adapter_metadata", R"({"unet.use_rslora": true})"}});
    });
    test::expectError(ErrorKind::Corrupt, {"no JSON object"}, [&] {
        read({{a, down()}, {b, up()}}, {{"lora_adapter_metadata", "{"}});
    });
    test::expectError(ErrorKind::Corrupt, {"holds no LoRA"}, [&] { read({}); });
    test::expectError(ErrorKind::NotFound, {"nothing.safetensors"},
                      [&] { readLora(m_folder / "nothing.safetensors"); });
}
