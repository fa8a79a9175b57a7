// Which materials things are made of, and how large their patterns are.
#pragma once

#include <span>
#include <string_view>

namespace unlit::synth {

/// What an object of that kind is usually made of: names of families.
std::span<const std::string_view> usualMaterials(std::string_view kind);

/// Metres that a map must span where `width` metres are seen: repetition shows at once in print and
/// in patches, hardly in what repeats in nature.
float leastWidth(std::string_view name, float width);

} // namespace unlit::synth
