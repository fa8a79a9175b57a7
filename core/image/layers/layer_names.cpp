#include "core/image/layers/layer_names.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace unlit {

namespace {

int colorRank(const std::string& name) {
    constexpr std::array<std::array<std::string_view, 2>, 4> spellings = {
        {{"r", "red"}, {"g", "green"}, {"b", "blue"}, {"a", "alpha"}}};
    const std::string plain = plainChannelName(name);
    for (std::size_t rank = 0; rank < spellings.size(); ++rank)
        if (plain == spellings[rank][0] || plain == spellings[rank][1])
            return static_cast<int>(rank);
    return 4;
}

} // namespace

std::string plainChannelName(const std::string& name) {
    constexpr const char* around = "[](){}<> .";
    const std::size_t first = name.find_first_not_of(around);
    if (first == std::string::npos)
        return toLower(name);
    return toLower(name.substr(first, name.find_last_not_of(around) - first + 1));
}

ColorChannels colorChannels(std::span<const std::string> names) {
    ColorChannels roles;
    const std::array<std::string*, 4> byRank = {&roles.red, &roles.green, &roles.blue,
                                                &roles.alpha};
    bool hasX = false;
    bool hasRy = false;
    bool hasBy = false;
    for (const std::string& name : names) {
        if (const int rank = colorRank(name);
            rank < 4 && byRank[static_cast<std::size_t>(rank)]->empty())
            *byRank[static_cast<std::size_t>(rank)] = name;
        else if (plainChannelName(name) == "y")
            roles.luminance = name;
        hasX = hasX || plainChannelName(name) == "x";
        hasRy = hasRy || name == "RY";
        hasBy = hasBy || name == "BY";
    }
    if (hasX && !roles.luminance.empty())
        roles.luminance.clear();
    roles.hasChroma = !roles.luminance.empty() && hasRy && hasBy;
    return roles;
}

void sortColorsFirst(std::vector<std::string>& names) {
    std::stable_sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
        return colorRank(a) < colorRank(b);
    });
}

} // namespace unlit
