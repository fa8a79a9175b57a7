#include "core/data/pairing/layer_pairing.h"

#include "core/base/text.h"
#include "core/base/unicode.h"

#include <algorithm>
#include <map>

namespace unlit::data {

namespace {

/// The beauty that is only there by being called like the others' prefix comes last.
constexpr std::size_t kLastRank = 1000;

struct Candidate {
    const LayerInfo* layer = nullptr;
    std::size_t rank = 0;              ///< 0 is best
    const LayerAlias* alias = nullptr; ///< null for the unnamed layer and views
};

/// The best layers of one prefix.
struct Group {
    std::optional<Candidate> beauty;
    std::optional<Candidate> albedo;

    static void offer(std::optional<Candidate>& place, const Candidate& candidate) {
        if (!place || candidate.rank < place->rank)
            place = candidate;
    }
};

std::string shown(const std::string& layer) {
    return layer.empty() ? "the unnamed layer" : "'" + layer + "'";
}

const LayerInfo* byName(const std::vector<LayerInfo>& layers, const std::string& wanted) {
    const std::string lower = caseFolded(wanted);
    const auto found = std::find_if(layers.begin(), layers.end(), [&](const LayerInfo& layer) {
        const std::string name = caseFolded(layer.name);
        return name == lower || name.ends_with("." + lower);
    });
    return found == layers.end() ? nullptr : &*found;
}

std::map<std::string, Group> groupsOf(const std::vector<LayerInfo>& layers,
                                      const LayerTable& table) {
    std::map<std::string, Group> groups;
    for (const LayerInfo& layer : layers) {
        if (!layer.isColor)
            continue;
        const auto match = table.match(layer.name);
        Group& group = groups[match ? match->prefix : layer.name];
        if (layer.name.empty())
            Group::offer(group.beauty, {&layer, 0, nullptr});
        else if (!match) // a layer named like a prefix is that prefix's picture: a view
            Group::offer(group.beauty, {&layer, kLastRank, nullptr});
        else if (match->alias->role == LayerRole::Beauty)
            Group::offer(group.beauty, {&layer, match->place + 1, match->alias});
        else if (match->alias->role == LayerRole::Albedo)
            Group::offer(group.albedo, {&layer, match->place, match->alias});
    }
    return groups;
}

LayerPair pairOf(const std::string& prefix, const Candidate& beauty, const Candidate& albedo) {
    LayerPair pair{beauty.layer->name, albedo.layer->name, {}, prefix, {}};
    pair.reason = "layers " + shown(pair.beauty) + " and " + shown(pair.albedo);
    if (albedo.alias != nullptr && !albedo.alias->renderer.empty())
        pair.reason += " (named as in " + albedo.alias->renderer + ")";
    if (albedo.alias != nullptr)
        pair.warning = albedo.alias->note;
    return pair;
}

std::vector<LayerPair> chosenPair(const std::vector<LayerInfo>& layers, const LayerChoice& choice,
                                  const LayerTable& table) {
    const auto groups = groupsOf(layers, table);
    const LayerInfo* beauty = choice.beauty.empty() ? nullptr : byName(layers, choice.beauty);
    const LayerInfo* albedo = choice.albedo.empty() ? nullptr : byName(layers, choice.albedo);
    for (const auto& [prefix, group] : groups) {
        if (choice.beauty.empty() && beauty == nullptr && group.beauty)
            beauty = group.beauty->layer;
        if (choice.albedo.empty() && albedo == nullptr && group.albedo)
            albedo = group.albedo->layer;
    }
    if (beauty == nullptr || albedo == nullptr || beauty == albedo)
        return {};
    return {{beauty->name, albedo->name,
             "layers " + shown(beauty->name) + " and " + shown(albedo->name) + ", as you chose", "",
             ""}};
}

} // namespace

std::vector<LayerPair> pairLayers(const std::vector<LayerInfo>& layers, const LayerChoice& choice,
                                  const LayerTable& table) {
    if (!choice.beauty.empty() || !choice.albedo.empty())
        return chosenPair(layers, choice, table);
    const auto groups = groupsOf(layers, table);
    std::vector<LayerPair> pairs;
    const auto withAlbedo = std::count_if(groups.begin(), groups.end(), [](const auto& group) {
        return group.second.albedo.has_value();
    });
    for (const auto& [prefix, group] : groups) {
        if (!group.albedo)
            continue;
        const auto unnamed = groups.find("");
        if (group.beauty)
            pairs.push_back(pairOf(prefix, *group.beauty, *group.albedo));
        else if (withAlbedo == 1 && unnamed != groups.end() && unnamed->second.beauty)
            pairs.push_back(pairOf(prefix, *unnamed->second.beauty, *group.albedo));
    }
    return pairs;
}

std::string layersText(const std::vector<LayerInfo>& layers) {
    constexpr std::size_t most = 20;
    std::string text;
    for (std::size_t i = 0; i < layers.size() && i < most; ++i)
        text += (i == 0 ? "" : ", ") + (layers[i].name.empty() ? "(unnamed)" : layers[i].name);
    if (layers.size() > most)
        text += ", and " + std::to_string(layers.size() - most) + " more";
    return "it has the layers " + text;
}

} // namespace unlit::data
