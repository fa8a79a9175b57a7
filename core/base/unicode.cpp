#include "core/base/unicode.h"

#include "core/base/text.h"

#include <algorithm>
#include <cstdlib>

#include <utf8proc.h>

namespace unlit {

namespace {

bool isAscii(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string mapped(std::string_view text, int options) {
    utf8proc_uint8_t* result = nullptr;
    const utf8proc_ssize_t length =
        utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                     static_cast<utf8proc_ssize_t>(text.size()), &result,
                     static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | options));
    if (length < 0)
        return std::string(text);
    std::string mapped(reinterpret_cast<const char*>(result), static_cast<std::size_t>(length));
    std::free(result);
    return mapped;
}

} // namespace

std::string composed(std::string_view text) {
    return isAscii(text) ? std::string(text) : mapped(text, 0);
}

std::string caseFolded(std::string_view text) {
    return isAscii(text) ? toLower(text) : toLower(mapped(text, UTF8PROC_CASEFOLD));
}

} // namespace unlit
