#include "core/nn/clip/clip_tokenizer.h"

#include "core/base/error.h"
#include "core/nn/clip/tokenizer_files.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <string_view>

namespace unlit::nn {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr int64_t kUsualLength = 77;
constexpr const char* kWordEnd = "</w>";

struct Character {
    char32_t point = 0;
    std::size_t bytes = 1;
};

/// Of text that is UTF-8; a stray byte counts as one character.
Character firstOf(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    const std::size_t bytes = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (bytes == 1 || text.size() < bytes)
        return {lead, 1};
    char32_t point = lead & (0xFFU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i)
        point = point << 6U | (byte(i) & 0x3FU);
    return {point, bytes};
}

std::string utf8(char32_t point) {
    std::string text;
    if (point < 0x80) {
        text += static_cast<char>(point);
    } else { // as far as it is needed: below U+0800
        text += static_cast<char>(0xC0U | point >> 6U);
        text += static_cast<char>(0x80U | (point & 0x3FU));
    }
    return text;
}

bool isSpace(char32_t c) {
    return c == ' ' || (c >= 0x09 && c <= 0x0D) || c == 0xA0 || c == 0x3000 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029;
}

bool isDigit(char32_t c) {
    return c >= '0' && c <= '9';
}

/// ASCII as it is; beyond it all but the blocks of punctuation and symbols.
bool isLetter(char32_t c) {
    if (c < 0x80)
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (c < 0xC0)
        return c == 0xAA || c == 0xB5 || c == 0xBA;
    const bool isSymbol = c == 0xD7 || c == 0xF7 || (c >= 0x2000 && c <= 0x2BFF) ||
                          (c >= 0x3001 && c <= 0x3004) || (c >= 0x3008 && c <= 0x3020) ||
                          (c >= 0xFE00 && c <= 0xFE6F) || (c >= 0xFF01 && c <= 0xFF20) ||
                          c >= 0x1F000;
    return !isSymbol;
}

/// Latin with one accent, Greek and Cyrillic; letters of others have no case, or seldom.
char32_t lowered(char32_t c) {
    if ((c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7) ||
        (c >= 0x391 && c <= 0x3A9) || (c >= 0x410 && c <= 0x42F))
        return c + 32;
    if (c >= 0x400 && c <= 0x40F)
        return c + 80;
    const bool isPair =
        (c >= 0x100 && c <= 0x12F) || (c >= 0x132 && c <= 0x137) || (c >= 0x14A && c <= 0x177);
    return isPair && c % 2 == 0 ? c + 1 : c;
}

/// Lower case, blanks as one, none at the ends.
std::string tidied(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const Character c = firstOf(text);
        if (isSpace(c.point)) {
            if (!result.empty() && result.back() != ' ')
                result += ' ';
        } else if (const char32_t low = lowered(c.point); low != c.point) {
            result += utf8(low);
        } else {
            result += text.substr(0, c.bytes);
        }
        text.remove_prefix(c.bytes);
    }
    if (!result.empty() && result.back() == ' ')
        result.pop_back();
    return result;
}

std::size_t lengthWhile(std::string_view text, bool (*holds)(char32_t)) {
    std::size_t length = 0;
    while (length < text.size()) {
        const Character c = firstOf(text.substr(length));
        if (!holds(c.point))
            break;
        length += c.bytes;
    }
    return length;
}

bool isOther(char32_t c) {
    return !isSpace(c) && !isLetter(c) && !isDigit(c);
}

/// Endings such as 's, letters, one digit, or whatever else stands together. Precondition: the
/// text does not begin with a blank.
std::size_t wordLength(std::string_view text) {
    for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"})
        if (text.starts_with(ending))
            return ending.size();
    const char32_t first = firstOf(text).point;
    if (isDigit(first))
        return 1;
    return lengthWhile(text, isLetter(first) ? isLetter : isOther);
}

/// The visible character that stands for each byte in a vocabulary of bytes: printable ones for
/// themselves, the others, in their order, from U+0100 on (Radford et al. 2019).
std::array<std::string, 256> byteLetters() {
    std::array<std::string, 256> letters;
    char32_t next = 0x100;
    for (unsigned byte = 0; byte < letters.size(); ++byte) {
        const bool isPrintable =
            (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
        letters[byte] = utf8(isPrintable ? byte : next++);
    }
    return letters;
}

using Merges = std::map<std::pair<std::string, std::string>, std::size_t>;

void addMerge(Merges& merges, const std::string& line) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string::npos || blank == 0 || blank + 1 == line.size())
        return;
    merges.emplace(std::pair{line.substr(0, blank), line.substr(blank + 1)}, merges.size());
}

Merges readMerges(const TokenizerFiles& files) {
    Merges merges;
    if (std::ifstream stream(files.folder / "merges.txt"); stream) {
        for (std::string line; std::getline(stream, line);) {
            if (line.ends_with('\r'))
                line.pop_back();
            if (!line.starts_with("#version"))
                addMerge(merges, line);
        }
        return merges;
    }
    const json model = files.fastTokenizer.value("model", json::object());
    for (const json& merge : model.value("merges", json::array()))
        if (merge.is_string())
            addMerge(merges, merge.get<std::string>());
        else if (merge.is_array() && merge.size() == 2 && merge[0].is_string() &&
                 merge[1].is_string())
            addMerge(merges, merge[0].get<std::string>() + " " + merge[1].get<std::string>());
    return merges;
}

int64_t longestText(const json& config) {
    const auto found = config.find("model_max_length");
    if (found == config.end() || !found->is_number())
        return kUsualLength;
    // Some configs say 10^30 for "no limit".
    const double length = found->get<double>();
    return length >= 2 && length <= 1 << 20 ? static_cast<int64_t>(length) : kUsualLength;
}

} // namespace

std::vector<int64_t> emptyPromptTokens(const fs::path& tokenizerFolder) {
    const TokenizerFiles files(tokenizerFolder);
    return {files.numberOf("bos_token", kBeginOfText), files.numberOf("eos_token", kEndOfText)};
}

ClipTokenizer::ClipTokenizer(const fs::path& folder)
    : m_files(folder), m_merges(readMerges(m_files)),
      m_begin(m_files.numberOf("bos_token", kBeginOfText)),
      m_end(m_files.numberOf("eos_token", kEndOfText)),
      m_pad(m_files.numberOf("pad_token", kEndOfText)),
      m_unknown(m_files.numberOf("unk_token", kEndOfText)), m_length(longestText(m_files.config)) {}

bool ClipTokenizer::knowsLetters() const {
    for (char letter = 'a'; letter <= 'z'; ++letter)
        if (!m_files.number(std::string(1, letter) + kWordEnd))
            return false;
    return true;
}

void ClipTokenizer::addWord(std::string_view word, std::vector<int64_t>& ids) const {
    static const std::array<std::string, 256> letters = byteLetters();
    std::vector<std::string> parts;
    for (const char c : word)
        parts.push_back(letters[static_cast<unsigned char>(c)]);
    parts.back() += kWordEnd;
    while (parts.size() > 1) { // the pair that was learnt first, wherever it stands
        std::size_t best = std::numeric_limits<std::size_t>::max();
        std::pair<std::string, std::string> pair;
        for (std::size_t i = 0; i + 1 < parts.size(); ++i)
            if (const auto found = m_merges.find({parts[i], parts[i + 1]});
                found != m_merges.end() && found->second < best) {
                best = found->second;
                pair = found->first;
            }
        if (best == std::numeric_limits<std::size_t>::max())
            break;
        std::vector<std::string> merged;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const bool isPair =
                i + 1 < parts.size() && parts[i] == pair.first && parts[i + 1] == pair.second;
            merged.push_back(isPair ? parts[i] + parts[i + 1] : parts[i]);
            i += isPair ? 1 : 0;
        }
        parts = std::move(merged);
    }
    for (const std::string& part : parts)
        ids.push_back(m_files.number(part).value_or(m_unknown));
}

/// BOS and the text's own, up to one less than `room`.
ClipTokens ClipTokenizer::begun(std::string_view text, std::size_t room) const {
    const std::string tidy = tidied(text);
    ClipTokens tokens{{m_begin}, false};
    std::string_view rest = tidy;
    while (!rest.empty() && tokens.ids.size() < room) { // the rest of a book is not looked at
        constexpr std::size_t kLongestWord = 1024;      // pairs are looked for in the square of it
        const std::size_t length = std::min(wordLength(rest), kLongestWord);
        addWord(rest.substr(0, length), tokens.ids);
        rest.remove_prefix(length);
        if (rest.starts_with(' '))
            rest.remove_prefix(1);
    }
    tokens.isCut = !rest.empty() || tokens.ids.size() >= room;
    tokens.ids.resize(std::min(tokens.ids.size(), room - 1));
    return tokens;
}

ClipTokens ClipTokenizer::encode(std::string_view text, int64_t most) const {
    const auto room = static_cast<std::size_t>(std::min(most, m_length));
    ClipTokens tokens = begun(text, room);
    tokens.ids.push_back(m_end);
    tokens.ids.resize(room, m_pad);
    return tokens;
}

std::vector<std::string> ClipTokenizer::pieces(std::string_view text, int64_t most) const {
    constexpr std::string_view kEndOfWord = "</w>";
    const std::vector<int64_t> ids =
        begun(text, static_cast<std::size_t>(std::min(most, m_length))).ids;
    std::vector<std::string> spelt(ids.size() - 1);
    if (!m_files.vocabulary.is_object())
        return spelt;
    for (const auto& [spelling, number] : m_files.vocabulary.items())
        for (std::size_t i = 0; i < spelt.size(); ++i)
            if (number.is_number_integer() && number.get<int64_t>() == ids[i + 1])
                spelt[i] = spelling.ends_with(kEndOfWord)
                               ? spelling.substr(0, spelling.size() - kEndOfWord.size())
                               : spelling;
    return spelt;
}

} // namespace unlit::nn
