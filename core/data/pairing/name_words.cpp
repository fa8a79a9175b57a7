#include "core/data/pairing/name_words.h"

#include "core/base/unicode.h"

#include <algorithm>
#include <array>

namespace unlit::data {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isAllDigits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), isDigit);
}

/// "cam01" -> "cam".
std::string_view withoutFinalDigits(std::string_view text) {
    while (!text.empty() && isDigit(text.back()))
        text.remove_suffix(1);
    return text;
}

template <std::size_t N>
bool isOneOf(std::string_view word, const std::array<std::string_view, N>& names) {
    return std::find(names.begin(), names.end(), word) != names.end();
}

/// Frame numbers have three digits at least; fewer belong to an id or a variant's name.
std::size_t frameDigits(std::string_view word) {
    constexpr std::size_t fewest = 3;
    const std::size_t digits = word.size() - withoutFinalDigits(word).size();
    return digits >= fewest && digits < word.size() && word.size() - digits > 2 ? digits : 0;
}

void append(std::vector<NameWord>& words, std::string_view text) {
    if (text.empty())
        return;
    const std::size_t digits = frameDigits(text);
    for (const std::string_view part :
         {text.substr(0, text.size() - digits), text.substr(text.size() - digits)})
        if (!part.empty())
            words.push_back({std::string(part), caseFolded(part)});
}

} // namespace

bool NameWord::isNumber() const {
    return isAllDigits(lower);
}

bool NameWord::isSize() const {
    if (lower.size() >= 2 && lower.back() == 'k' &&
        isAllDigits(std::string_view(lower).substr(0, lower.size() - 1)))
        return true;
    if (lower.starts_with("lod") && isAllDigits(std::string_view(lower).substr(3)))
        return true;
    const std::size_t x = lower.find('x');
    return x != std::string::npos && isAllDigits(std::string_view(lower).substr(0, x)) &&
           isAllDigits(std::string_view(lower).substr(x + 1));
}

bool NameWord::isViewpoint() const {
    constexpr std::array<std::string_view, 12> names = {"cam",    "camera", "view", "light",
                                                        "lights", "frame",  "shot", "angle",
                                                        "exp",    "env",    "hdri", "rot"};
    return isOneOf(withoutFinalDigits(lower), names);
}

bool NameWord::isGeneric() const {
    constexpr std::array<std::string_view, 9> names = {
        "render", "image", "img", "pair", "picture", "output", "linear", "srgb", "srgb16"};
    return isOneOf(lower, names);
}

bool NameWord::isCountedThing() const {
    constexpr std::array<std::string_view, 12> names = {"scene",  "asset", "object", "obj",
                                                        "model",  "room",  "house",  "set",
                                                        "sample", "mesh",  "scan",   "surface"};
    return isOneOf(lower, names);
}

std::vector<NameWord> nameWords(std::string_view name) {
    std::vector<NameWord> words;
    std::size_t start = 0;
    for (std::size_t i = 0; i <= name.size(); ++i)
        if (i == name.size() || name[i] == '_' || name[i] == '-' || name[i] == '.' ||
            name[i] == ' ') {
            append(words, name.substr(start, i - start));
            start = i + 1;
        }
    return words;
}

} // namespace unlit::data
