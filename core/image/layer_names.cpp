#include "core/image/layer_names.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace unlit {

namespace {

using namespace std::string_view_literals;

constexpr std::array kBeauties = {"combined"sv,   "beauty"sv, "rgba"sv,        "rgb"sv,
                                  "finalimage"sv, "c"sv,      "noisy image"sv, "composite"sv};

constexpr std::array kDataNames = {"n"sv,
                                   "normal"sv,
                                   "normals"sv,
                                   "p"sv,
                                   "position"sv,
                                   "pworld"sv,
                                   "z"sv,
                                   "depth"sv,
                                   "zdepth"sv,
                                   "worlddepth"sv,
                                   "uv"sv,
                                   "st"sv,
                                   "motion"sv,
                                   "motionvector"sv,
                                   "motionvectors"sv,
                                   "velocity"sv,
                                   "vector"sv,
                                   "id"sv,
                                   "objectid"sv,
                                   "materialid"sv,
                                   "indexob"sv,
                                   "indexma"sv,
                                   "object index"sv,
                                   "material index"sv,
                                   "mist"sv,
                                   "denoising normal"sv,
                                   "denoising depth"sv,
                                   "worldnormal"sv,
                                   "samplecount"sv};

std::string lastPart(std::string_view name) {
    const auto dot = name.rfind('.');
    return toLower(dot == std::string_view::npos ? name : name.substr(dot + 1));
}

int colorRank(const std::string& name) {
    constexpr std::array<std::array<std::string_view, 2>, 4> spellings = {
        {{"r", "red"}, {"g", "green"}, {"b", "blue"}, {"a", "alpha"}}};
    const std::string lower = toLower(name);
    for (std::size_t rank = 0; rank < spellings.size(); ++rank)
        if (lower == spellings[rank][0] || lower == spellings[rank][1])
            return static_cast<int>(rank);
    return 4;
}

} // namespace

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
        else if (name == "Y" || name == "y")
            roles.luminance = name;
        hasX = hasX || name == "X" || name == "x";
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

std::span<const std::string_view> beautyNames() {
    return kBeauties;
}

bool endsWithName(std::string_view name, std::string_view last) {
    const std::string lowerName = toLower(name);
    const std::string lowerLast = toLower(last);
    return lowerName == lowerLast || lowerName.ends_with("." + lowerLast);
}

bool isDataName(std::string_view layer) {
    const std::string lower = toLower(layer);
    if (lower.find("crypto") != std::string::npos)
        return true;
    return std::find(kDataNames.begin(), kDataNames.end(), lastPart(layer)) != kDataNames.end();
}

} // namespace unlit
