#include "core/data/synth/material_source.h"

#include "core/base/error.h"
#include "core/base/split_text.h"
#include "core/base/text.h"
#include "core/data/synth/material_family.h"
#include "core/data/synth/repainted_map.h"
#include "core/data/synth/swapped_relief.h"

#include <algorithm>
#include <numeric>

namespace unlit::synth {

namespace {

constexpr std::string_view kTexturePrefix = "textures/";

std::vector<std::string> allNames(const TextureLibrary* textures) {
    std::vector<std::string> names;
    for (const MaterialFamily& family : materialFamilies())
        names.emplace_back(family.name);
    if (textures != nullptr)
        for (const std::string& name : textures->names())
            names.push_back(std::string(kTexturePrefix) + name);
    return names;
}

[[noreturn]] void refuse(const std::string& wanted, const std::string& purpose,
                         const std::vector<std::string>& names) {
    const std::string nearest = nearestName(wanted, names);
    throw Error::invalidInput("there is no family \"" + wanted + "\" to " + purpose,
                              nearest.empty() ? "use " + joined(names)
                                              : "did you mean \"" + nearest + "\"?");
}

/// The full name that `wanted` means; throws when there is none.
const std::string& resolve(const std::vector<std::string>& names, const std::string& wanted) {
    const auto found = std::ranges::find_if(names, [&](const std::string& name) {
        return name == wanted || name == std::string(kTexturePrefix) + wanted;
    });
    if (found != names.end())
        return *found;
    refuse(wanted, "hold out", names);
}

} // namespace

std::vector<std::string> namesBeside(const std::vector<std::string>& materials,
                                     const std::vector<std::string>& folders,
                                     const TextureLibrary* textures) {
    const std::vector<std::string> names = allNames(textures);
    std::vector<std::string> left = names;
    for (const std::string& material : materials)
        if (std::erase(left, material) == 0)
            refuse(material, "use", names);
    for (const std::string& folder : folders) {
        const std::string wanted = std::string(kTexturePrefix) + folder;
        if (std::erase_if(left, [&](const std::string& name) {
                return name == wanted || name.starts_with(wanted + "/");
            }) == 0)
            refuse(wanted, "use", names);
    }
    return left;
}

MaterialSource::MaterialSource(const std::vector<std::string>& heldOut,
                               std::shared_ptr<const TextureLibrary> textures,
                               MaterialChanges changes)
    : m_textures(std::move(textures)), m_changes(changes), m_names(allNames(m_textures.get())) {
    const std::vector<std::string> known = m_names;
    for (const std::string& name : heldOut)
        std::erase(m_names, resolve(known, name));
    m_textureCount = static_cast<std::size_t>(std::ranges::count_if(
        m_names, [](const std::string& name) { return name.starts_with(kTexturePrefix); }));
    if (m_names.empty())
        throw Error::invalidInput("all families are held out; no material is left",
                                  "hold out fewer of them");
}

const std::string& MaterialSource::mainName(std::uint64_t seed, std::uint64_t index) const {
    const std::uint64_t count = m_names.size();
    std::vector<std::size_t> order(m_names.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random random(seed, index / count, 11);
    for (std::size_t i = order.size() - 1; i > 0; --i)
        std::swap(order[i], order[static_cast<std::size_t>(random.whole(static_cast<int>(i) + 1))]);
    return m_names[order[index % count]];
}

const std::string& MaterialSource::anyName(Random& random,
                                           std::span<const std::string_view> preferred) const {
    constexpr float habit = 0.65F;
    const float choice = random.uniform();
    const float which = random.uniform();
    if (!preferred.empty() && choice < habit) {
        const auto wanted =
            preferred[static_cast<std::size_t>(which * static_cast<float>(preferred.size()))];
        const auto found = std::ranges::find(m_names, wanted);
        if (found != m_names.end())
            return *found;
    }
    return m_names[static_cast<std::size_t>(which * static_cast<float>(m_names.size()))];
}

Material MaterialSource::make(const std::string& name, int mapSize, Random& random) const {
    Material material = madeFrom(name, mapSize, random);
    // A share of 0 draws nothing: sets from before there was one come out as they did.
    if (m_changes.repaint > 0 && random.chance(m_changes.repaint))
        material.map = std::make_shared<SurfaceMap>(repainted(*material.map, random));
    if (m_changes.swapRelief > 0 && random.chance(m_changes.swapRelief))
        material =
            withReliefOf(madeFrom(anyName(random, {}), mapSize, random), std::move(material));
    return material;
}

std::map<std::string, std::string> MaterialSource::broken() const {
    const std::lock_guard lock(m_mutex);
    return m_broken;
}

/// One damaged file of a library of thousands must not end a set of hours; which other material
/// takes its place follows from the seed, as all does.
Material MaterialSource::madeFrom(const std::string& name, int mapSize, Random& random) const {
    std::string wanted = name;
    constexpr int mostTries = 16;
    for (int tries = 1;; ++tries) {
        try {
            return exactlyFrom(wanted, mapSize, random);
        } catch (const Error& error) {
            std::size_t broken = 0;
            {
                const std::lock_guard lock(m_mutex);
                m_broken[wanted] = error.what();
                broken = m_broken.size();
            }
            if (tries == mostTries || broken == m_textureCount)
                throw;
            wanted = anyName(random, {});
        }
    }
}

Material MaterialSource::exactlyFrom(const std::string& name, int mapSize, Random& random) const {
    Material material;
    material.family = name;
    material.macro = random.range(0.05F, 0.35F);
    material.seed = random.bits();
    if (name.starts_with(kTexturePrefix)) {
        const TextureSet set = m_textures->load(name.substr(kTexturePrefix.size()), mapSize);
        material.map = set.map;
        material.tileWidth = random.range(0.5F, 1.3F);
        material.relief = set.relief * material.tileWidth;
        return material;
    }
    const auto families = materialFamilies();
    const auto family =
        std::ranges::find_if(families, [&](const MaterialFamily& one) { return one.name == name; });
    const Pattern pattern = family->make(random);
    material.map = std::make_shared<SurfaceMap>(bake(pattern, mapSize, random));
    material.tileWidth = pattern.tileWidth;
    material.relief = pattern.relief;
    return material;
}

} // namespace unlit::synth
