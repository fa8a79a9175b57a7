// The tokens of the empty prompt, from a tokenizer's folder. The prompt is always empty here, so
// no text is ever split.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace unlit::nn {

/// {BOS, EOS}: what CLIPTokenizer makes of "" without padding. Their spellings come from
/// special_tokens_map.json, else tokenizer_config.json, else CLIP's own; their numbers from
/// vocab.json, added_tokens.json, tokenizer_config.json's added_tokens_decoder or tokenizer.json.
/// Throws Error: NotFound if the folder or every vocabulary is missing, Corrupt for broken JSON,
/// InvalidInput if no vocabulary has the token.
std::vector<int64_t> emptyPromptTokens(const std::filesystem::path& tokenizerFolder);

} // namespace unlit::nn
