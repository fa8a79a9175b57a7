#include "core/data/split.h"

#include "core/base/error.h"
#include "core/base/mix_bits.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace unlit::data {

namespace {

/// Mixes all bits. Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators"
/// (2014), the finaliser of SplitMix64.
std::uint64_t rankOf(const std::string& scene, std::uint64_t seed) {
    std::uint64_t rank = mixBits(seed + kGoldenStep);
    for (const char c : scene)
        rank = mixBits((rank ^ static_cast<unsigned char>(c)) + kGoldenStep);
    return rank;
}

struct Scene {
    std::string name;
    std::size_t pairs = 0;
    std::uint64_t rank = 0;
};

std::vector<Scene> rankedScenes(const std::vector<std::string>& names, std::uint64_t seed) {
    std::map<std::string, std::size_t> counts;
    for (const std::string& name : names)
        ++counts[name];
    std::vector<Scene> scenes;
    for (const auto& [name, pairs] : counts)
        scenes.push_back({name, pairs, rankOf(name, seed)});
    std::sort(scenes.begin(), scenes.end(), [](const Scene& a, const Scene& b) {
        return a.rank != b.rank ? a.rank < b.rank : a.name < b.name;
    });
    return scenes;
}

/// Names of the scenes that go to validation.
std::set<std::string> chosenScenes(const std::vector<Scene>& scenes, double wanted) {
    std::set<std::string> chosen;
    double taken = 0;
    for (const Scene& scene : scenes) {
        if (chosen.size() + 1 == scenes.size())
            break; // one is left for training
        const auto size = static_cast<double>(scene.pairs);
        if (!chosen.empty() && std::abs(taken + size - wanted) >= std::abs(taken - wanted))
            continue;
        chosen.insert(scene.name);
        taken += size;
    }
    return chosen;
}

} // namespace

Split splitPairs(const std::vector<ListedPair>& pairs, const SplitOptions& options) {
    if (!(options.validationShare > 0 && options.validationShare < 1))
        throw Error::invalidInput("the share of validation must lie between 0 and 1",
                                  "0.1 is usual");
    const std::vector<std::string> names = scenesOf(pairs, options.rule);
    const std::vector<Scene> scenes = rankedScenes(names, options.seed);
    if (scenes.size() < 2)
        throw Error::invalidInput(
            "all " + std::to_string(pairs.size()) + " pairs belong to one scene" +
                (scenes.empty() || scenes.front().name.empty()
                     ? ""
                     : " ('" + scenes.front().name + "')"),
            "a scene is never split; take another rule for scenes (folder or pair), or add more "
            "scenes");
    const auto chosen =
        chosenScenes(scenes, options.validationShare * static_cast<double>(pairs.size()));
    Split split;
    split.scenes = scenes.size();
    split.validationScenes = chosen.size();
    for (std::size_t i = 0; i < pairs.size(); ++i)
        (chosen.contains(names[i]) ? split.validation : split.training).push_back(pairs[i]);
    return split;
}

} // namespace unlit::data
