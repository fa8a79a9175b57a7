#include "core/image/file_text.h"

#include "core/base/steering.h"

#include <cstddef>
#include <cstdint>

namespace unlit {

namespace {

/// Length of the well-formed UTF-8 sequence at `at` (RFC 3629), 0 if there is none.
std::size_t sequenceLength(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) -> std::uint32_t {
        return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
    };
    const std::uint32_t first = byte(0);
    const std::size_t length = first < 0x80                    ? 1
                               : first >= 0xC2 && first < 0xE0 ? 2
                               : first >= 0xE0 && first < 0xF0 ? 3
                               : first >= 0xF0 && first < 0xF5 ? 4
                                                               : 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0U) != 0x80U)
            return 0;
    const bool isOverlong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
    const bool isSurrogate = first == 0xED && byte(1) >= 0xA0;
    const bool isTooLarge = first == 0xF4 && byte(1) >= 0x90;
    return isOverlong || isSurrogate || isTooLarge ? 0 : length;
}

} // namespace

std::string printable(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = sequenceLength(text, at);
        const auto first = static_cast<unsigned char>(text[at]);
        if (first == '\n' || first == '\r' || first == '\t')
            result.push_back(' ');
        else if (length == 0 || steeringBytes(text.substr(at)) > 0)
            result.push_back('?');
        else
            result.append(text.substr(at, length));
        at += length == 0 ? 1 : length;
    }
    return result;
}

std::map<std::string, std::string> printable(const std::map<std::string, std::string>& texts) {
    std::map<std::string, std::string> result;
    for (const auto& [key, value] : texts)
        result[printable(key)] = printable(value);
    return result;
}

} // namespace unlit
