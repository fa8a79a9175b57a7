// Unpacking of zlib streams, so that parity tests read PNG files where no image library is.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace unlit::test {

/// Source: RFC 1950 and RFC 1951. Throws std::runtime_error for a damaged stream; checksums are not
/// looked at.
std::vector<std::uint8_t> inflateZlib(std::span<const std::uint8_t> stream);

} // namespace unlit::test
