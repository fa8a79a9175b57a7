#include "core/data/pairing/layer_roles.h"

#include "core/base/text.h"
#include "core/image/layer_names.h"

#include <algorithm>

namespace unlit::data {

namespace {

constexpr std::string_view kFollowsReflections = "it may follow reflections on metal and glass";
constexpr std::string_view kAllLobes = "it holds all lobes, so metal is not black in it";
constexpr std::string_view kMaybeLit = "in some renderers this pass is lit";

std::vector<RoleName> makeTable() {
    std::vector<RoleName> table;
    int rank = 1; // 0 is the unnamed layer
    for (const std::string_view beauty : beautyNames())
        table.push_back({beauty, Role::Beauty, rank++, "", ""});
    const std::vector<RoleName> known = {
        {"noisyimage", Role::Beauty, 20, "Blender", ""},
        {"diffcol", Role::Albedo, 0, "Blender", ""},
        {"diffusecolor", Role::Albedo, 0, "Blender 5", ""},
        {"diffusealbedo", Role::Albedo, 0, "Arnold", ""},
        {"vraydiffusefilter", Role::Albedo, 0, "V-Ray", ""},
        {"diffusefilter", Role::Albedo, 0, "V-Ray, Redshift, Octane", ""},
        {"basecolor", Role::Albedo, 1, "Unreal, Karma", ""},
        {"finalimagebasecolor", Role::Albedo, 1, "Unreal", ""},
        {"albedo", Role::Albedo, 2, "", kAllLobes},
        {"reflectance", Role::Albedo, 2, "", ""},
        {"visiblediffuse", Role::Albedo, 3, "", ""},
        {"denoisingalbedo", Role::Albedo, 5, "Blender", kFollowsReflections},
        {"denoisealbedo", Role::Albedo, 5, "Arnold", kFollowsReflections},
        {"diffuse", Role::Albedo, 9, "", kMaybeLit},
        {"mask", Role::Mask, 0, "", ""},
        {"validmask", Role::Mask, 0, "", ""},
        {"matte", Role::Mask, 1, "", ""},
    };
    table.insert(table.end(), known.begin(), known.end());
    return table;
}

/// The part that gives the role: [first, first + length) of the layer's name.
struct RolePart {
    const RoleName* role = nullptr;
    std::size_t first = 0;
};

const RoleName* find(std::string_view part) {
    const std::string name = canonicalName(part);
    const auto& table = layerRoleNames();
    const auto found = std::find_if(table.begin(), table.end(), [&](const RoleName& row) {
        return canonicalName(row.name) == name;
    });
    return found == table.end() ? nullptr : &*found;
}

RolePart rolePart(std::string_view layer) {
    const std::size_t dot = layer.rfind('.');
    const std::size_t last = dot == std::string_view::npos ? 0 : dot + 1;
    if (const RoleName* role = find(layer.substr(last)))
        return {role, last};
    if (last == 0)
        return {};
    const std::string_view front = layer.substr(0, dot); // "albedo.left": the view comes last
    const std::size_t before = front.rfind('.');
    const std::size_t first = before == std::string_view::npos ? 0 : before + 1;
    return {find(front.substr(first)), first};
}

} // namespace

std::string canonicalName(std::string_view name) {
    std::string result = toLower(name);
    std::erase_if(result, [](char c) { return c == ' ' || c == '_' || c == '-'; });
    return result;
}

const RoleName* layerRole(std::string_view layer) {
    return rolePart(layer).role;
}

std::string layerPrefix(std::string_view layer) {
    const RolePart part = rolePart(layer);
    if (part.role == nullptr)
        return std::string(layer);
    const std::size_t dot = layer.find('.', part.first);
    const std::string_view front = part.first == 0 ? "" : layer.substr(0, part.first - 1);
    const std::string_view view = dot == std::string_view::npos ? "" : layer.substr(dot + 1);
    return std::string(front) + (front.empty() || view.empty() ? "" : ".") + std::string(view);
}

const std::vector<RoleName>& layerRoleNames() {
    static const std::vector<RoleName> table = makeTable();
    return table;
}

} // namespace unlit::data
