// The table of suffixes and folder names, apart from the code that applies it.
#include "core/data/pairing/file_key.h"

namespace unlit::data {

namespace {

constexpr std::string_view kMaybeLit = "in some renderers this pass is lit";
constexpr std::string_view kFollowsReflections = "it may follow reflections on metal and glass";

std::vector<RoleName> makeTable() {
    std::vector<RoleName> table;
    const auto add = [&](Role role, int rank, std::string_view warning,
                         std::initializer_list<std::string_view> names) {
        for (const std::string_view name : names)
            table.push_back({name, role, rank, warning});
    };
    add(Role::Albedo, 0, "",
        {"albedo", "basecolor", "basecolour", "diffcol", "diffusealbedo", "diffusecolor",
         "diffusecolour", "vraydiffusefilter", "diffusefilter", "reflectance",
         "finalimagebasecolor"});
    add(Role::Albedo, 5, kFollowsReflections, {"denoisingalbedo", "denoisealbedo"});
    add(Role::Albedo, 6, "", {"bc", "col"});
    add(Role::Albedo, 7, kMaybeLit, {"diffuse", "diff", "dif"});
    add(Role::Albedo, 8, "", {"d", "c", "a", "b"});
    add(Role::Albedo, 9, "", {"color", "colour"});
    add(Role::Beauty, 0, "", {"beauty", "combined"});
    add(Role::Beauty, 1, "", {"render", "rendered", "renders", "rgba", "finalimage", "original"});
    add(Role::Beauty, 2, "",
        {"rgb", "final", "composite", "comp", "input", "image", "images", "im"});
    add(Role::Beauty, 3, "", {"noisy", "noisyimage"});
    add(Role::Mask, 0, "", {"mask", "masks", "validmask"});
    add(Role::Mask, 1, "", {"matte", "alpha"});
    add(Role::Other, 0, "",
        {"normal",
         "normals",
         "nrm",
         "nor",
         "normalgl",
         "normaldx",
         "normalopengl",
         "normaldirectx",
         "norgl",
         "nordx",
         "depth",
         "roughness",
         "rough",
         "gloss",
         "glossiness",
         "metal",
         "metallic",
         "metalness",
         "specular",
         "spec",
         "ao",
         "occlusion",
         "ambientocclusion",
         "displacement",
         "disp",
         "height",
         "bump",
         "cavity",
         "emission",
         "emissive",
         "translucency",
         "flow",
         "motion",
         "motionvector",
         "vector",
         "position",
         "uv",
         "shading",
         "irradiance",
         "illumination",
         "residual",
         "diffuseillumination",
         "diffdir",
         "diffind",
         "glosscol",
         "glossdir",
         "glossind",
         "transcol",
         "transdir",
         "transind",
         "material",
         "cryptomatte",
         "cryptoobject",
         "cryptomaterial",
         "cryptoasset",
         "uncertainty",
         "prediction",
         "pred",
         "preview",
         "thumbnail",
         "thumb",
         "specularalbedo",
         "sssalbedo",
         "orm",
         "ord",
         "ordp",
         "rma",
         "mra",
         "mrao",
         "arm",
         "opacity",
         "fuzz",
         "transmission",
         "curvature"});
    add(Role::Other, 8, "", {"n", "z"});
    return table;
}

} // namespace

const std::vector<RoleName>& fileRoleNames() {
    static const std::vector<RoleName> table = makeTable();
    return table;
}

} // namespace unlit::data
