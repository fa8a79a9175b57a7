#include "core/data/pairing/layer_pairing.h"

#include "core/base/text.h"
#include "core/data/pairing/layer_roles.h"
#include "core/image/layer_names.h"

#include <algorithm>
#include <map>

namespace unlit::data {

namespace {

struct Candidate {
    const LayerInfo* layer = nullptr;
    int rank = 0;
    const RoleName* row = nullptr; ///< nullptr for the unnamed layer
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
    const auto found =
        std::find_if(layers.begin(), layers.end(),
                     [&](const LayerInfo& layer) { return endsWithName(layer.name, wanted); });
    return found == layers.end() ? nullptr : &*found;
}

std::map<std::string, Group> groupsOf(const std::vector<LayerInfo>& layers) {
    std::map<std::string, Group> groups;
    for (const LayerInfo& layer : layers) {
        if (!layer.isColor)
            continue;
        const RoleName* row = layerRole(layer.name);
        Group& group = groups[layerPrefix(layer.name)];
        if (layer.name.empty())
            Group::offer(groups[""].beauty, {&layer, 0, nullptr});
        else if (row == nullptr) // a layer named like a prefix is that prefix's picture: a view
            Group::offer(group.beauty, {&layer, 50, nullptr});
        else if (row->role == Role::Beauty)
            Group::offer(group.beauty, {&layer, row->rank, row});
        else if (row->role == Role::Albedo)
            Group::offer(group.albedo, {&layer, row->rank, row});
    }
    return groups;
}

LayerPair pairOf(const std::string& prefix, const Candidate& beauty, const Candidate& albedo) {
    LayerPair pair{beauty.layer->name, albedo.layer->name, {}, prefix, {}};
    pair.reason = "layers " + shown(pair.beauty) + " and " + shown(pair.albedo);
    if (albedo.row != nullptr && !albedo.row->origin.empty())
        pair.reason += " (named as in " + std::string(albedo.row->origin) + ")";
    if (albedo.row != nullptr)
        pair.warning = albedo.row->warning;
    return pair;
}

std::vector<LayerPair> chosenPair(const std::vector<LayerInfo>& layers, const LayerChoice& choice) {
    const auto groups = groupsOf(layers);
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
             "layers " + shown(beauty->name) + " and " + shown(albedo->name) + ", as you chose",
             "", ""}};
}

} // namespace

std::vector<LayerPair> pairLayers(const std::vector<LayerInfo>& layers,
                                  const LayerChoice& choice) {
    if (!choice.beauty.empty() || !choice.albedo.empty())
        return chosenPair(layers, choice);
    const auto groups = groupsOf(layers);
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
