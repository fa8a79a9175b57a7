// Characters that steer a terminal, or the way that text is read, in place of being text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace unlit {

/// Bytes of the one that `text` begins with, 0 where it begins with none: control characters of
/// ASCII, their second set in UTF-8 (U+0080 to U+009F, where U+009B begins an escape sequence), and
/// what turns the direction of writing (U+202A to U+202E, U+2066 to U+2069).
std::size_t steeringBytes(std::string_view text);

/// On one line: each of them becomes `instead`, line ends too.
std::string withoutSteering(std::string_view text, char instead);

} // namespace unlit
