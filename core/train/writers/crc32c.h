// CRC-32C, the check sum of TFRecord files.
#pragma once

#include <cstdint>
#include <string_view>

namespace unlit::train {

/// Castagnoli polynomial, reflected, as in RFC 3720 (appendix B.4).
std::uint32_t crc32c(std::string_view bytes);

/// Rotated and shifted, so that a check sum over data that holds check sums stays good. Source: the
/// TFRecord format.
std::uint32_t maskedCrc32c(std::string_view bytes);

} // namespace unlit::train
