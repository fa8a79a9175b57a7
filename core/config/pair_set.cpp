#include "core/config/pair_set.h"

#include "core/config/schema/setting_makers.h"

#include <algorithm>

namespace unlit::config {

namespace {

const std::vector<std::pair<PairSetKind, std::string>> kKinds = {
    {PairSetKind::Synthetic, "synthetic"},
    {PairSetKind::Cycles, "cycles"},
    {PairSetKind::Pictures, "pictures"}};

std::string rangeText(const PairSet& set) {
    return std::to_string(set.seed) + " to " + std::to_string(set.seed + set.count - 1);
}

void compareSeeds(const PairSet& a, const PairSet& b, std::vector<std::string>& found) {
    if (a.kind == PairSetKind::Pictures || b.kind == PairSetKind::Pictures)
        return; // nothing was drawn
    if (a.seed < b.seed + b.count && b.seed < a.seed + a.count)
        found.push_back("seeds of scenes: " + rangeText(a) + " and " + rangeText(b));
}

} // namespace

Setting schemaOf(PairSet& set) {
    const Bound one{1};
    const auto describe = [one](PairSet& to) -> std::vector<Setting> {
        return {
            choice("kind", to.kind, kKinds, {.help = "What makes the set"}),
            setting("seed", to.seed,
                    {.help = "Seed of the first scene", .min = Bound{0}, .max = Bound{4e9}}),
            setting("count", to.count,
                    {.help = "Pairs in the set", .min = one, .max = Bound{1000000}}),
            setting("size", to.size,
                    {.help = "Side of the pictures",
                     .unit = "pixels",
                     .min = Bound{16},
                     .max = Bound{2048}}),
            setting("samples", to.samples,
                    {.help = "Light paths per pixel", .min = one, .max = Bound{4096}}),
            setting("repaint", to.repaint,
                    {.help = "Share of the materials that get other colours",
                     .min = Bound{0},
                     .max = one}),
            setting("swap_relief", to.swapRelief,
                    {.help = "Share of the materials that get the relief of another",
                     .min = Bound{0},
                     .max = one}),
            setting("half", to.half, {.help = "16-bit float samples in the files"}),
            setting("block", to.block,
                    {.help = "Pairs for which Blender's script writes a list of their own",
                     .min = one,
                     .max = Bound{1000000}}),
            setting("scenes", to.scenes,
                    {.help = "Kinds of scenes that Blender's scripts may draw; each script "
                             "knows some of them",
                     .choices = {"ground", "outdoors", "closeup", "room", "object", "paints",
                                 "walls", "street", "nature", "table", "cutout"}}),
            setting("materials", to.materials, {.help = "Procedural materials; no others appear"}),
            setting("textures", to.textures, {.help = "Folders of texture sets; no others appear"}),
            setting("list", to.list, {.help = "filename_list of the pictures, beside this file"}),
        };
    };
    return section("", set, describe, "A set of pairs");
}

bool liesIn(const std::string& name, const std::string& folder) {
    return name == folder || name.starts_with(folder + "/");
}

std::vector<std::string> commonGround(const PairSet& a, const PairSet& b,
                                      const std::vector<std::string>& namesOfA,
                                      const std::vector<std::string>& namesOfB) {
    std::vector<std::string> found;
    compareSeeds(a, b, found);
    for (const std::string& material : a.materials)
        if (std::ranges::find(b.materials, material) != b.materials.end())
            found.push_back("material: " + material);
    for (const std::string& one : a.textures)
        for (const std::string& other : b.textures)
            if (liesIn(one, other) || liesIn(other, one))
                found.push_back("texture set: " + std::max(one, other));
    for (const std::string& name : namesOfA)
        if (std::ranges::find(namesOfB, name) != namesOfB.end())
            found.push_back("picture: " + name);
    return found;
}

} // namespace unlit::config
