// Albedos of well-known surfaces, as measured: what the overall brightness of a picture's albedo
// can be anchored to.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unlit {

/// A share of light, 0 to 1. Natural and building materials: of sunlight as a whole; patches of
/// charts: of luminance. Where a source gives a range the middle of it stands here.
struct MeasuredAlbedo {
    std::string_view key;  ///< for the command line: "fresh-snow"
    std::string_view name; ///< for people: "Fresh snow"
    double value = 0;
    std::string_view source;
};

/// Brightest first.
std::span<const MeasuredAlbedo> measuredAlbedos();

/// Null for a key that is not in the table.
const MeasuredAlbedo* measuredAlbedo(std::string_view key);

std::vector<std::string> measuredAlbedoKeys();

} // namespace unlit
