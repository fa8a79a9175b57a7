// The empty prompt's tokens, from every spelling of a tokenizer's folder.
#include "core/base/error.h"
#include "core/nn/clip/clip_text_model.h"
#include "core/nn/clip/clip_tokenizer.h"
#include "tests/core/nn/tiny_networks.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <fstream>

namespace unlit::nn {

namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

constexpr const char* kVocabulary =
    R"({"!": 0, "<|startoftext|>": 6, "<|endoftext|>": 7, "<s>": 8})";

class ClipTokenizer : public testing::Test {
protected:
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(m_folder.path() / name) << text;
    }

    std::vector<int64_t> tokens() const { return emptyPromptTokens(m_folder.path()); }

    ErrorKind refusal() const {
        try {
            tokens();
        } catch (const Error& error) {
            return error.kind();
        }
        return ErrorKind::Internal;
    }

private:
    test::TempFolder m_folder;
};

} // namespace

TEST_F(ClipTokenizer, special_tokens_are_texts) {
    write("vocab.json", kVocabulary);
    write("special_tokens_map.json", R"({"bos_token": "<s>", "eos_token": "<|endoftext|>"})");
    EXPECT_THAT(tokens(), ElementsAre(8, 7));
}

TEST_F(ClipTokenizer, special_tokens_are_objects) {
    write("vocab.json", kVocabulary);
    write("special_tokens_map.json",
          R"({"bos_token": {"content": "<|startoftext|>", "lstrip": false},
              "eos_token": {"content": "<|endoftext|>"}})");
    EXPECT_THAT(tokens(), ElementsAre(6, 7));
}

TEST_F(ClipTokenizer, the_config_speaks_where_the_map_is_absent) {
    write("vocab.json", kVocabulary);
    write("tokenizer_config.json",
          R"({"bos_token": {"__type": "AddedToken", "content": "<s>"}, "eos_token": "!"})");
    EXPECT_THAT(tokens(), ElementsAre(8, 0));
}

TEST_F(ClipTokenizer, clip_spells_them_itself_where_nothing_is_said) {
    write("vocab.json", kVocabulary);
    EXPECT_THAT(tokens(), ElementsAre(6, 7));
}

TEST_F(ClipTokenizer, added_tokens_have_numbers_too) {
    write("vocab.json", R"({"<|startoftext|>": 6})");
    write("added_tokens.json", R"({"<|endoftext|>": 9})");
    EXPECT_THAT(tokens(), ElementsAre(6, 9));
}

TEST_F(ClipTokenizer, the_configs_decoder_has_numbers_too) {
    write("vocab.json", R"({"<|startoftext|>": 6})");
    write("tokenizer_config.json",
          R"({"added_tokens_decoder": {"49407": {"content": "<|endoftext|>"}}})");
    EXPECT_THAT(tokens(), ElementsAre(6, 49407));
}

TEST_F(ClipTokenizer, a_fast_tokenizer_alone_suffices) {
    write("tokenizer.json", R"({"added_tokens": [{"id": 5, "content": "<|startoftext|>"}],
                                "model": {"vocab": {"<|endoftext|>": 4}}})");
    EXPECT_THAT(tokens(), ElementsAre(5, 4));
}

TEST_F(ClipTokenizer, refuses_an_empty_folder_broken_json_and_a_missing_token) {
    EXPECT_EQ(refusal(), ErrorKind::NotFound);
    write("vocab.json", R"({"!": 0)");
    EXPECT_EQ(refusal(), ErrorKind::Corrupt);
    write("vocab.json", R"({"!": 0})");
    EXPECT_EQ(refusal(), ErrorKind::InvalidInput);
}

TEST(ClipTextModel, refuses_tokens_that_it_has_no_vector_for) {
    CLIPTextOptions options;
    options.vocabularySize = 10;
    options.hiddenSize = 16;
    options.intermediateSize = 32;
    options.layers = 1;
    options.heads = 2;
    options.maxPositions = 4;
    CLIPTextModel clip(options);
    initialiseWeights(*clip, seeded(1));
    EXPECT_EQ(clip(torch::tensor({{1, 9}})).sizes(), (std::vector<int64_t>{1, 2, 16}));
    EXPECT_THROW(clip(torch::tensor({{1, 10}})), Error);
    EXPECT_THROW(clip(torch::tensor({{-1, 1}})), Error);
    EXPECT_THROW(clip(torch::tensor({{1, 2, 3, 4, 5}})), Error);
}

TEST(ClipTextModel, quick_gelu_is_not_gelu) {
    CLIPTextOptions options;
    options.vocabularySize = 10;
    options.hiddenSize = 16;
    options.intermediateSize = 32;
    options.layers = 1;
    options.heads = 2;
    CLIPEncoderLayer quick(options);
    options.activation = ClipActivation::Gelu;
    CLIPEncoderLayer exact(options);
    initialiseWeights(*quick, seeded(1));
    initialiseWeights(*exact, seeded(1));
    const torch::Tensor x = torch::randn({1, 3, 16}, seeded(2));
    const double difference = (quick(x) - exact(x)).abs().max().item<double>();
    EXPECT_GT(difference, 1e-5);
    EXPECT_LT(difference, 0.05); // the two curves are at most 0.021 apart
}

} // namespace unlit::nn
