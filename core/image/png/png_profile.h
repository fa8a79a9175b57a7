// The ICC profile of a PNG.
#pragma once

#include <span>
#include <vector>

namespace unlit {

/// The profile that the data of a chunk "iCCP" hold: a name, a zero, the number of the compression,
/// a packed profile. Empty where they hold none, or one that is damaged or of more than 64 MiB.
/// Source: PNG, third edition, 11.3.2.3 "iCCP".
std::vector<unsigned char> unpackPngProfile(std::span<const unsigned char> chunk);

} // namespace unlit
