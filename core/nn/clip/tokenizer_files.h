// What a CLIP tokenizer's folder says of its tokens.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace unlit::nn {

inline constexpr const char* kBeginOfText = "<|startoftext|>";
inline constexpr const char* kEndOfText = "<|endoftext|>";

/// Each an object, empty where there is no such file.
struct TokenizerFiles {
    /// Throws Error: NotFound if the folder or every vocabulary is missing, Corrupt for broken
    /// JSON.
    explicit TokenizerFiles(const std::filesystem::path& from);

    /// How the token of this name is spelt: special_tokens_map.json, else tokenizer_config.json,
    /// else `fallback`.
    std::string spell(const std::string& name, const std::string& fallback) const;
    /// By vocab.json, added_tokens.json, tokenizer_config.json's added_tokens_decoder or
    /// tokenizer.json.
    std::optional<int64_t> number(const std::string& token) const;
    /// Of the token of this name. Throws Error::invalidInput where no vocabulary has it.
    int64_t numberOf(const std::string& name, const std::string& fallback) const;

    std::filesystem::path folder;
    nlohmann::json specialTokens, config, vocabulary, addedTokens;
    nlohmann::json fastTokenizer; ///< tokenizer.json, read only without a vocab.json
};

} // namespace unlit::nn
