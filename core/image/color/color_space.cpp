#include "core/image/color/color_space.h"

#include <array>
#include <utility>

namespace unlit {

namespace {

constexpr std::array<std::pair<ColorSpace, std::string_view>, 6> kNames = {{
    {ColorSpace::Srgb, "srgb"},
    {ColorSpace::Gamma22, "gamma22"},
    {ColorSpace::Log100, "log100"},
    {ColorSpace::Linear, "linear"},
    {ColorSpace::AcesCg, "acescg"},
    {ColorSpace::Raw, "raw"},
}};

} // namespace

std::string_view toString(ColorSpace space) {
    for (const auto& [value, name] : kNames)
        if (value == space)
            return name;
    return "raw";
}

std::optional<ColorSpace> colorSpaceFromString(std::string_view name) {
    for (const auto& [value, known] : kNames)
        if (known == name)
            return value;
    return {};
}

} // namespace unlit
