// Text to the tokens of a CLIP text encoder, by a tokenizer's folder.
#pragma once

#include "core/nn/clip/tokenizer_files.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace unlit::nn {

/// {BOS, EOS}: what CLIPTokenizer makes of "" without padding. Their spellings come from
/// special_tokens_map.json, else tokenizer_config.json, else CLIP's own; their numbers from
/// vocab.json, added_tokens.json, tokenizer_config.json's added_tokens_decoder or tokenizer.json.
/// Throws Error: NotFound if the folder or every vocabulary is missing, Corrupt for broken JSON,
/// InvalidInput if no vocabulary has the token.
std::vector<int64_t> emptyPromptTokens(const std::filesystem::path& tokenizerFolder);

struct ClipTokens {
    std::vector<int64_t> ids; ///< BOS, the text's, EOS, padding
    bool isCut = false;       ///< the text was longer
};

/// Byte-pair encoding of lower-case words (Radford et al. 2021; Sennrich et al. 2016), with
/// vocab.json and merges.txt, or tokenizer.json. Letters beyond ASCII are told by their Unicode
/// blocks, and lowered where they are Latin, Greek or Cyrillic; they are not composed anew.
class ClipTokenizer {
public:
    /// Throws as emptyPromptTokens, also for the tokens of padding and of what is unknown.
    explicit ClipTokenizer(const std::filesystem::path& folder);

    /// Padded to min(`most`, model_max_length) tokens, and cut there. Precondition: most >= 2.
    ClipTokens encode(std::string_view text, int64_t most) const;

    /// How the text's own tokens are spelt, without those of begin, end and padding, as far as
    /// encode() keeps them; "" for one that vocab.json does not have.
    std::vector<std::string> pieces(std::string_view text, int64_t most) const;

    /// By model_max_length of tokenizer_config.json, else 77; BOS and EOS among them.
    int64_t maxLength() const { return m_length; }

    /// False for a vocabulary of nothing but BOS and EOS, to which all texts are alike.
    bool knowsLetters() const;

private:
    ClipTokens begun(std::string_view text, std::size_t room) const;
    void addWord(std::string_view word, std::vector<int64_t>& ids) const;

    TokenizerFiles m_files;
    std::map<std::pair<std::string, std::string>, std::size_t> m_merges; ///< pair -> when learnt
    int64_t m_begin, m_end, m_pad, m_unknown, m_length;
};

} // namespace unlit::nn
