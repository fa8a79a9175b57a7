// The table of suffixes and folder names, apart from the code that applies it.
#include "core/data/pairing/file_key.h"
#include "core/image/layers/layer_table.h"

#include <algorithm>
#include <deque>
#include <memory>

namespace unlit::data {

namespace {

constexpr std::string_view kMaybeLit = "in some renderers this pass is lit";
constexpr std::string_view kFollowsReflections = "it may follow reflections on metal and glass";

/// What texture libraries call the maps that are no base colour.
void addMaps(std::vector<RoleName>& table) {
    const auto add = [&](MapKind kind, std::initializer_list<std::string_view> names) {
        for (const std::string_view name : names)
            table.push_back({name, Role::Other, 0, "", kind});
    };
    add(MapKind::Normal, {"normal", "normals", "nrm", "nor", "normalgl", "normalopengl",
                          "normalogl", "norgl", "normalmap", "nrm16"});
    add(MapKind::NormalDirectX, {"normaldx", "normaldirectx", "nordx"});
    add(MapKind::Roughness, {"roughness", "rough", "roughnessmap"});
    add(MapKind::Gloss, {"gloss", "glossiness", "smoothness"});
    add(MapKind::Metallic, {"metal", "metallic", "metalness", "metallicmap"});
    add(MapKind::Height, {"displacement", "disp", "disp16", "height", "heightmap"});
    add(MapKind::Occlusion, {"ao", "occlusion", "ambientocclusion", "mixedao", "aomap"});
    add(MapKind::Opacity, {"opacity", "opacitymap"});
    add(MapKind::Translucency, {"translucency", "translucent", "transmission"});
    add(MapKind::Minor, {"specular",
                         "spec",
                         "specularlevel",
                         "specularmap",
                         "refl",
                         "reflectivity",
                         "ior",
                         "bump",
                         "bumpmap",
                         "normalbump",
                         "normalobject",
                         "bentnormal",
                         "bentnormals",
                         "worldspacenormal",
                         "worldspacenormals",
                         "cavity",
                         "curvature",
                         "fuzz",
                         "sheen",
                         "sheencolor",
                         "sheenroughness",
                         "sheenopacity",
                         "clearcoat",
                         "anisotropy",
                         "anisotropylevel",
                         "anisotropyangle",
                         "anisotropyrotation",
                         "sss",
                         "subsurface",
                         "thickness",
                         "idmap",
                         "emissivecolor",
                         "emissioncolor"});
    table.push_back({"n", Role::Other, 8, "", MapKind::Normal});
    const auto addPacked = [&](std::string_view packing,
                               std::initializer_list<std::string_view> names) {
        for (const std::string_view name : names)
            table.push_back({name, Role::Other, 0, "", MapKind::Packed, packing});
    };
    addPacked("ORM-", {"orm", "arm", "occlusionroughnessmetallic", "occlusionroughnessmetalness"});
    addPacked("ORH-", {"ord", "ordp"});
    addPacked("HRO-", {"dpra"});
    addPacked("RMO-", {"rma", "rmao"});
    addPacked("MRO-", {"mra", "mrao"});
    addPacked("ROM-", {"raom"});
    addPacked("-RM-", {"metallicroughness", "metalroughness"}); // glTF
    addPacked("MO-S", {"maskmap", "mads"}); // Unity: metal, occlusion, detail, smoothness
    addPacked("M--S", {"metallicsmoothness", "metallicgloss", "metalsmoothness"});
    addPacked("---S", {"specularsmoothness", "specularglossiness", "speculargloss"});
}

std::vector<RoleName> makeTable() {
    std::vector<RoleName> table;
    const auto add = [&](Role role, int rank, std::string_view warning,
                         std::initializer_list<std::string_view> names) {
        for (const std::string_view name : names)
            table.push_back({name, role, rank, warning,
                             role == Role::Albedo ? MapKind::BaseColor : MapKind::None});
    };
    add(Role::Albedo, 0, "",
        {"basecolor", "basecolour", "buffervisualizationbasecolor", "diffcol", "diffusealbedo",
         "diffusecolor", "diffusecolour", "vraydiffusefilter", "diffusefilter", "reflectance",
         "finalimagebasecolor"});
    add(Role::Albedo, 1, "", {"albedo", "alb"}); // Arnold's sums all lobes
    add(Role::Albedo, 5, kFollowsReflections, {"denoisingalbedo", "denoisealbedo"});
    add(Role::Albedo, 6, "", {"bc", "col"});
    add(Role::Albedo, 7, kMaybeLit, {"diffuse", "diff", "dif"});
    add(Role::Albedo, 7, "", {"alphamasked"}); // a base colour that is cut out
    add(Role::Albedo, 8, "", {"d", "c", "a", "b"});
    add(Role::Albedo, 9, "", {"color", "colour"});
    add(Role::Beauty, 0, "", {"beauty", "combined"});
    add(Role::Beauty, 1, "",
        {"render", "rendered", "renders", "rgba", "finalimage", "original", "finalimagelit",
         "effectsresult", "vrayeffectsresult", "finalimagepwmcinecam", "rgbrawlight"});
    add(Role::Beauty, 2, "",
        {"rgb", "final", "composite", "comp", "input", "image", "images", "im", "tonemap",
         "tonemapped"});
    add(Role::Beauty, 3, "", {"noisy", "noisyimage", "lit", "clean"});
    add(Role::Beauty, 4, "", {"hdr", "ldr", "rgbwarmlight", "rgbcoldlight"});
    add(Role::Beauty, 8, "", {"ci"});
    add(Role::Mask, 0, "", {"mask", "masks", "validmask"});
    add(Role::Mask, 1, "", {"matte", "alpha"});
    addMaps(table);
    for (const std::string_view pass :
         {"depth",        "emission",       "emissive",       "flow",
          "motion",       "motionvector",   "vector",         "position",
          "uv",           "shading",        "irradiance",     "illumination",
          "residual",     "diffdir",        "diffind",        "diffuseillumination",
          "glosscol",     "glossdir",       "glossind",       "transcol",
          "transdir",     "transind",       "material",       "cryptomatte",
          "cryptoobject", "cryptomaterial", "cryptoasset",    "uncertainty",
          "prediction",   "pred",           "preview",        "lambertian",
          "thumbnail",    "thumb",          "specularalbedo", "sssalbedo"})
        table.push_back({pass, Role::Other, 0, ""});
    table.push_back({"z", Role::Other, 8, ""});
    return table;
}

Role fileRoleOf(LayerRole role) {
    switch (role) {
    case LayerRole::Beauty:
        return Role::Beauty;
    case LayerRole::Albedo:
        return Role::Albedo;
    case LayerRole::Mask:
        return Role::Mask;
    default:
        return Role::Other;
    }
}

/// What layers are called, behind the words of their own, which therefore count first. Names of one
/// or two letters are too common in names of files, and so are patterns.
class TableWithLayers {
public:
    TableWithLayers() : m_layers(LayerTable::ofUser()), m_rows(makeTable()) {
        for (const LayerAlias& alias : m_layers->aliases()) {
            constexpr std::size_t fewestLetters = 3;
            const std::string& name = m_names.emplace_back(foldedName(alias.name));
            if (name.size() < fewestLetters || name.find('*') != std::string::npos ||
                std::any_of(m_rows.begin(), m_rows.end(),
                            [&](const RoleName& row) { return row.name == name; }))
                continue;
            const Role role = fileRoleOf(alias.role);
            m_rows.push_back({name, role, 3, alias.note,
                              role == Role::Albedo ? MapKind::BaseColor : MapKind::None});
        }
    }

    const std::vector<RoleName>& rows() const { return m_rows; }

private:
    std::shared_ptr<const LayerTable> m_layers; ///< the rows point to its notes
    std::deque<std::string> m_names;            ///< and to these
    std::vector<RoleName> m_rows;
};

} // namespace

const std::vector<RoleName>& fileRoleNames() {
    // Immutable and the same for everyone: made once.
    static const TableWithLayers table;
    return table.rows();
}

} // namespace unlit::data
