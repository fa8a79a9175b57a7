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

class ClipTokenFiles : public testing::Test {
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

    const fs::path& folder() const { return m_folder.path(); }

private:
    test::TempFolder m_folder;
};

/// Letters and what they make in the order of CLIP's own files: "lo", then "low" as a whole word,
/// then "er" at a word's end; é is the bytes C3 A9, which are written Ã and ©.
class ClipText : public ClipTokenFiles {
protected:
    ClipText() {
        nlohmann::json vocabulary = {{"!", 0},
                                     {"lo", 60},
                                     {"low</w>", 61},
                                     {"er</w>", 62},
                                     {"1</w>", 63},
                                     {"2</w>", 64},
                                     {",</w>", 65},
                                     {"'s</w>", 66},
                                     {"Ã", 67},
                                     {"©</w>", 68},
                                     {"...</w>", 69},
                                     {".", 70},
                                     {".</w>", 71},
                                     {"'", 72},
                                     {"..", 73},
                                     {"<|startoftext|>", 80},
                                     {"<|endoftext|>", 81}};
        for (char letter = 'a'; letter <= 'z'; ++letter) {
            vocabulary[std::string(1, letter)] = letter - 'a';
            vocabulary[std::string(1, letter) + "</w>"] = letter - 'a' + 30;
        }
        write("vocab.json", vocabulary.dump());
        write("merges.txt", "#version: 0.2\nl o\nlo w</w>\ne r</w>\n' s</w>\n. .\n.. .</w>\n");
        write("tokenizer_config.json", R"({"model_max_length": 8, "pad_token": "!"})");
    }

    std::vector<int64_t> of(const std::string& text) const {
        return nn::ClipTokenizer(folder()).encode(text, 77).ids;
    }
};

} // namespace

TEST_F(ClipText, words_are_letters_merged_in_the_order_that_was_learnt) {
    EXPECT_THAT(of(""), ElementsAre(80, 81, 0, 0, 0, 0, 0, 0));
    EXPECT_THAT(of("low"), ElementsAre(80, 61, 81, 0, 0, 0, 0, 0));
    EXPECT_THAT(of("  LOW\t low "), ElementsAre(80, 61, 61, 81, 0, 0, 0, 0));
    // In "lower" the w is not at the end: lo, w, er.
    EXPECT_THAT(of("lower"), ElementsAre(80, 60, 22, 62, 81, 0, 0, 0));
}

TEST_F(ClipText, digits_stand_alone_and_signs_together) {
    EXPECT_THAT(of("low12,"), ElementsAre(80, 61, 63, 64, 65, 81, 0, 0));
    EXPECT_THAT(of("low's..."), ElementsAre(80, 61, 66, 69, 81, 0, 0, 0));
}

TEST_F(ClipText, other_alphabets_are_bytes_and_what_is_unknown_is_the_end) {
    EXPECT_THAT(of("\u00C9"), ElementsAre(80, 67, 68, 81, 0, 0, 0, 0)); // É is lowered
    EXPECT_THAT(of("a%a"), ElementsAre(80, 30, 81, 30, 81, 0, 0, 0));
}

TEST_F(ClipText, pieces_are_spelt_as_the_vocabulary_has_them) {
    const nn::ClipTokenizer tokenizer(folder());
    EXPECT_THAT(tokenizer.pieces("Lower low", 77), ElementsAre("lo", "w", "er", "low"));
    EXPECT_THAT(tokenizer.pieces("a%a", 77), ElementsAre("a", "<|endoftext|>", "a"));
    EXPECT_THAT(tokenizer.pieces("", 77), ElementsAre());
    EXPECT_EQ(tokenizer.pieces("low low low low low low low low", 77).size(), 6U)
        << "as many as encode() keeps beside begin and end";
}

TEST_F(ClipText, long_texts_are_cut_and_say_so) {
    const nn::ClipTokenizer tokenizer(folder());
    EXPECT_EQ(tokenizer.maxLength(), 8);
    EXPECT_FALSE(tokenizer.encode("low low low low low low", 77).isCut);
    nn::ClipTokens tokens = tokenizer.encode("low low low low low low low", 77);
    EXPECT_TRUE(tokens.isCut);
    EXPECT_THAT(tokens.ids, ElementsAre(80, 61, 61, 61, 61, 61, 61, 81));
    std::string book;
    for (int i = 0; i < 10000; ++i)
        book += "low ";
    tokens = tokenizer.encode(book + std::string(1 << 20, 'x'), 77);
    EXPECT_TRUE(tokens.isCut);
    EXPECT_EQ(tokens.ids.size(), 8U);
    EXPECT_TRUE(tokenizer.encode("lowerlower", 4).isCut);
}

TEST_F(ClipText, a_fast_tokenizer_alone_splits_words_too) {
    write("tokenizer.json",
          R"({"added_tokens": [{"id": 5, "content": "<|startoftext|>"},
                               {"id": 6, "content": "<|endoftext|>"}],
              "model": {"vocab": {"a": 0, "b</w>": 1, "ab</w>": 2}, "merges": ["a b</w>"]}})");
    for (const char* file : {"vocab.json", "merges.txt", "tokenizer_config.json"})
        fs::remove(folder() / file);
    const nn::ClipTokenizer tokenizer(folder());
    EXPECT_THAT(tokenizer.encode("ab b", 6).ids, ElementsAre(5, 2, 1, 6, 6, 6));
    EXPECT_FALSE(tokenizer.knowsLetters());
}

TEST_F(ClipTokenFiles, special_tokens_are_texts) {
    write("vocab.json", kVocabulary);
    write("special_tokens_map.json", R"({"bos_token": "<s>", "eos_token": "<|endoftext|>"})");
    EXPECT_THAT(tokens(), ElementsAre(8, 7));
}

TEST_F(ClipTokenFiles, special_tokens_are_objects) {
    write("vocab.json", kVocabulary);
    write("special_tokens_map.json",
          R"({"bos_token": {"content": "<|startoftext|>", "lstrip": false},
              "eos_token": {"content": "<|endoftext|>"}})");
    EXPECT_THAT(tokens(), ElementsAre(6, 7));
}

TEST_F(ClipTokenFiles, the_config_speaks_where_the_map_is_absent) {
    write("vocab.json", kVocabulary);
    write("tokenizer_config.json",
          R"({"bos_token": {"__type": "AddedToken", "content": "<s>"}, "eos_token": "!"})");
    EXPECT_THAT(tokens(), ElementsAre(8, 0));
}

TEST_F(ClipTokenFiles, clip_spells_them_itself_where_nothing_is_said) {
    write("vocab.json", kVocabulary);
    EXPECT_THAT(tokens(), ElementsAre(6, 7));
}

TEST_F(ClipTokenFiles, added_tokens_have_numbers_too) {
    write("vocab.json", R"({"<|startoftext|>": 6})");
    write("added_tokens.json", R"({"<|endoftext|>": 9})");
    EXPECT_THAT(tokens(), ElementsAre(6, 9));
}

TEST_F(ClipTokenFiles, the_configs_decoder_has_numbers_too) {
    write("vocab.json", R"({"<|startoftext|>": 6})");
    write("tokenizer_config.json",
          R"({"added_tokens_decoder": {"49407": {"content": "<|endoftext|>"}}})");
    EXPECT_THAT(tokens(), ElementsAre(6, 49407));
}

TEST_F(ClipTokenFiles, a_fast_tokenizer_alone_suffices) {
    write("tokenizer.json", R"({"added_tokens": [{"id": 5, "content": "<|startoftext|>"}],
                                "model": {"vocab": {"<|endoftext|>": 4}}})");
    EXPECT_THAT(tokens(), ElementsAre(5, 4));
}

TEST_F(ClipTokenFiles, refuses_an_empty_folder_broken_json_and_a_missing_token) {
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
