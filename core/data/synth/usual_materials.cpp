#include "core/data/synth/usual_materials.h"

#include <algorithm>
#include <array>

namespace unlit::synth {

std::span<const std::string_view> usualMaterials(std::string_view kind) {
    static constexpr std::array<std::string_view, 3> stony = {"stone", "stone", "plaster"};
    static constexpr std::array<std::string_view, 1> wooden = {"wood"};
    static constexpr std::array<std::string_view, 3> soft = {"fabric", "fabric", "stripes"};
    static constexpr std::array<std::string_view, 5> glazed = {"marble", "paint", "plaster",
                                                               "stripes", "tiles"};
    static constexpr std::array<std::string_view, 5> boxes = {"brick", "lettering", "paint", "wood",
                                                              "plaster"};
    static constexpr std::array<std::string_view, 4> smooth = {"metal", "paint", "stripes",
                                                               "noise"};
    static constexpr std::array<std::string_view, 3> dry = {"wood", "stains", "noise"};
    if (kind == "boulder" || kind == "pebbles" || kind == "steps")
        return stony;
    if (kind == "planks" || kind == "log")
        return wooden;
    if (kind == "cushion" || kind == "cloth")
        return soft;
    if (kind == "pot")
        return glazed;
    if (kind == "block")
        return boxes;
    static constexpr std::array<std::string_view, 3> green = {"leaves", "leaves", "soil"};
    if (kind == "grass")
        return green;
    if (kind == "litter")
        return dry;
    return smooth;
}

float leastWidth(std::string_view name, float width) {
    constexpr std::array<std::string_view, 6> regular = {"brick",  "tiles",   "fabric",
                                                         "gravel", "stripes", "wood"};
    const bool isRegular = std::ranges::find(regular, name) != regular.end();
    return width * (isRegular ? 0.7F : 1.15F);
}

} // namespace unlit::synth
