// The SHA-256 of a text, for reference lists that are too long to store.
#pragma once

#include <string>
#include <string_view>

namespace unlit::test {

/// Lower-case hexadecimal, 64 digits. Source: FIPS 180-4.
std::string sha256(std::string_view text);

} // namespace unlit::test
