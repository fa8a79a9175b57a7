#include "core/base/shell_text.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace unlit {

std::string shellQuoted(const std::string& word) {
    constexpr std::string_view plain = "/._-+=:,@%";
    const bool isPlain = !word.empty() && std::ranges::all_of(word, [plain](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 128 && std::isalnum(byte) != 0) || plain.find(c) != std::string_view::npos;
    });
    if (isPlain)
        return word;
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

} // namespace unlit
