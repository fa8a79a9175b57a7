#include "core/nn/clip/tokenizer_files.h"

#include "core/base/error.h"

#include <fstream>

namespace unlit::nn {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

/// The file as a JSON object; an empty object if there is no such file.
json readObject(const fs::path& file) {
    if (!fs::exists(file))
        return json::object();
    std::ifstream stream(file);
    json value = json::parse(stream, nullptr, /*allow_exceptions=*/false);
    if (!value.is_object())
        throw Error::corrupt(file, "expected a JSON object", "copy the tokenizer folder again");
    return value;
}

/// "text", or {"content": "text", …}.
std::optional<std::string> spelling(const json& tokens, const std::string& name) {
    const auto found = tokens.find(name);
    if (found == tokens.end())
        return std::nullopt;
    if (found->is_string())
        return found->get<std::string>();
    if (found->is_object() && found->contains("content") && (*found)["content"].is_string())
        return (*found)["content"].get<std::string>();
    return std::nullopt;
}

std::optional<int64_t> entry(const json& vocabulary, const std::string& token) {
    const auto found = vocabulary.find(token);
    if (found == vocabulary.end() || !found->is_number_integer())
        return std::nullopt;
    return found->get<int64_t>();
}

json member(const json& object, const std::string& key) {
    const auto found = object.find(key);
    return found == object.end() ? json() : *found;
}

/// {"49406": {"content": "<|startoftext|>"}} of tokenizer_config.json
std::optional<int64_t> decoderEntry(const json& decoder, const std::string& token) {
    if (!decoder.is_object())
        return std::nullopt;
    for (const auto& [number, value] : decoder.items()) {
        const bool isNumber = !number.empty() && number.size() < 10 &&
                              number.find_first_not_of("0123456789") == std::string::npos;
        if (isNumber && value.is_object() && member(value, "content") == json(token))
            return std::stoll(number);
    }
    return std::nullopt;
}

/// [{"id": 49406, "content": "<|startoftext|>"}] of tokenizer.json
std::optional<int64_t> addedEntry(const json& added, const std::string& token) {
    if (!added.is_array())
        return std::nullopt;
    for (const json& value : added)
        if (value.is_object() && member(value, "content") == json(token))
            return entry(value, "id");
    return std::nullopt;
}

} // namespace

TokenizerFiles::TokenizerFiles(const fs::path& from)
    : folder(from), specialTokens(readObject(folder / "special_tokens_map.json")),
      config(readObject(folder / "tokenizer_config.json")),
      vocabulary(readObject(folder / "vocab.json")),
      addedTokens(readObject(folder / "added_tokens.json")) {
    if (vocabulary.empty()) // a large file: read only where it is needed
        fastTokenizer = readObject(folder / "tokenizer.json");
    if (vocabulary.empty() && fastTokenizer.empty())
        throw Error::notFound("no vocab.json or tokenizer.json in " + folder.string(),
                              "choose a CLIP tokenizer folder");
}

std::string TokenizerFiles::spell(const std::string& name, const std::string& fallback) const {
    if (const auto own = spelling(specialTokens, name))
        return *own;
    return spelling(config, name).value_or(fallback);
}

std::optional<int64_t> TokenizerFiles::number(const std::string& token) const {
    for (const json* list : {&vocabulary, &addedTokens})
        if (const auto id = entry(*list, token))
            return id;
    if (const auto id = decoderEntry(member(config, "added_tokens_decoder"), token))
        return id;
    if (!fastTokenizer.is_object())
        return std::nullopt;
    if (const auto id = addedEntry(member(fastTokenizer, "added_tokens"), token))
        return id;
    const json model = member(fastTokenizer, "model");
    return model.is_object() ? entry(member(model, "vocab"), token) : std::nullopt;
}

int64_t TokenizerFiles::numberOf(const std::string& name, const std::string& fallback) const {
    const std::string token = spell(name, fallback);
    if (const auto id = number(token))
        return *id;
    throw Error::invalidInput("the tokenizer in " + folder.string() + " has no number for its " +
                                  name + " '" + token + "'",
                              "copy the tokenizer folder again");
}

} // namespace unlit::nn
