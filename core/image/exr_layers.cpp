#include "core/image/exr_layers.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/image/layer_names.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace unlit {

namespace {

struct SplitName {
    std::string prefix; ///< "ViewLayer.Combined"
    std::string channel;
};

SplitName splitName(const std::string& name) {
    const auto dot = name.rfind('.');
    if (dot == std::string::npos)
        return {"", name};
    return {name.substr(0, dot), name.substr(dot + 1)};
}

std::string layerName(const ExrHeader& header, int part, const std::string& prefix) {
    if (!header.isMultiPart || header.parts.size() == 1)
        return prefix;
    std::string partName = header.parts[static_cast<std::size_t>(part)].name;
    if (partName.empty())
        partName = "part" + std::to_string(part);
    const bool repeats = partName == prefix || partName.starts_with(prefix + ".") ||
                         prefix.starts_with(partName + ".");
    if (prefix.empty())
        return partName;
    if (repeats)
        return prefix.size() > partName.size() ? prefix : partName;
    return partName + "." + prefix;
}

std::string prefixInFile(const ExrHeader& header, const LayerInfo& layer) {
    const auto& channels = header.parts[static_cast<std::size_t>(layer.part)].channels;
    for (const ExrChannel& channel : channels) {
        const SplitName split = splitName(channel.name);
        if (layerName(header, layer.part, split.prefix) == layer.name)
            return split.prefix.empty() ? "" : split.prefix + ".";
    }
    return "";
}

std::string listOf(const std::vector<LayerInfo>& layers) {
    constexpr std::size_t most = 40;
    std::string list;
    for (std::size_t i = 0; i < layers.size() && i < most; ++i)
        list += (i == 0 ? "" : ", ") + (layers[i].name.empty() ? "(unnamed)" : layers[i].name);
    if (layers.size() > most)
        list += ", and " + std::to_string(layers.size() - most) + " more";
    return list;
}

std::string layersHint(const std::vector<LayerInfo>& layers) {
    return "its layers are: " + listOf(layers);
}

const LayerInfo* findLayer(const std::filesystem::path& path, const std::vector<LayerInfo>& layers,
                           const std::string& wanted) {
    const std::string lower = toLower(wanted);
    const std::array<std::function<bool(const LayerInfo&)>, 3> rules = {
        [&](const LayerInfo& layer) { return layer.name == wanted; },
        [&](const LayerInfo& layer) { return toLower(layer.name) == lower; },
        [&](const LayerInfo& layer) { return toLower(layer.name).ends_with("." + lower); },
    };
    for (const auto& fits : rules) {
        const auto first = std::find_if(layers.begin(), layers.end(), fits);
        if (first == layers.end())
            continue;
        const auto second = std::find_if(first + 1, layers.end(), fits);
        if (second != layers.end())
            throw Error::invalidInput(path.string() + ": the layer '" + wanted + "' may be " +
                                          first->name + " or " + second->name,
                                      "give the whole name");
        return &*first;
    }
    return nullptr;
}

// Planes for a layer that is not a colour: X,Y,Z or U,V as they are, else its first channel as
// grey.
std::array<std::string, 3> dataPlanes(const LayerInfo& layer) {
    const auto has = [&](const char* name) {
        return std::find(layer.channels.begin(), layer.channels.end(), name) !=
               layer.channels.end();
    };
    if (has("X") && has("Y") && has("Z"))
        return {"X", "Y", "Z"};
    if (has("U") && has("V"))
        return {"U", "V", ""};
    const std::string& first = layer.channels.front();
    return {first, first, first};
}

ExrSelection selectionOf(const ExrHeader& header, const LayerInfo& layer) {
    ExrSelection selection;
    selection.layer = layer.name;
    selection.part = layer.part;
    selection.isColor = layer.isColor;
    const ColorChannels roles = colorChannels(layer.channels);
    if (roles.hasRgb())
        selection.colors = {roles.red, roles.green, roles.blue};
    else if (layer.isColor && roles.hasChroma)
        selection.colors = {roles.luminance, "RY", "BY"};
    else if (layer.isColor)
        selection.colors = {roles.luminance, roles.luminance, roles.luminance};
    else
        selection.colors = dataPlanes(layer);
    selection.alpha = roles.alpha;
    selection.isLuminanceChroma = layer.isColor && !roles.hasRgb() && roles.hasChroma;
    const std::string prefix = prefixInFile(header, layer);
    for (std::string* name :
         {&selection.colors[0], &selection.colors[1], &selection.colors[2], &selection.alpha})
        if (!name->empty())
            *name = prefix + *name;
    if (selection.colors[0] == selection.alpha)
        selection.alpha.clear(); // a layer that is nothing but alpha: show it
    return selection;
}

std::optional<ExrSelection> findChannel(const ExrHeader& header, const std::string& wanted) {
    const std::string lower = toLower(wanted);
    for (std::size_t part = 0; part < header.parts.size(); ++part) {
        for (const ExrChannel& channel : header.parts[part].channels) {
            if (header.parts[part].isDeep || toLower(channel.name) != lower)
                continue;
            ExrSelection selection;
            selection.layer = channel.name;
            selection.part = static_cast<int>(part);
            selection.colors = {channel.name, channel.name, channel.name};
            return selection;
        }
    }
    return {};
}

} // namespace

std::vector<LayerInfo> exrLayers(const ExrHeader& header, const LayerTable& table) {
    std::vector<LayerInfo> layers;
    for (std::size_t part = 0; part < header.parts.size(); ++part) {
        if (header.parts[part].isDeep)
            continue;
        const std::size_t firstOfPart = layers.size();
        for (const ExrChannel& channel : header.parts[part].channels) {
            const SplitName split = splitName(channel.name);
            const std::string name = layerName(header, static_cast<int>(part), split.prefix);
            auto layer = std::find_if(layers.begin() + static_cast<std::ptrdiff_t>(firstOfPart),
                                      layers.end(),
                                      [&](const LayerInfo& known) { return known.name == name; });
            if (layer == layers.end()) {
                LayerInfo fresh;
                fresh.name = name;
                fresh.part = static_cast<int>(part);
                // The picture itself comes before the extras of its part.
                layer =
                    split.prefix.empty()
                        ? layers.insert(layers.begin() + static_cast<std::ptrdiff_t>(firstOfPart),
                                        std::move(fresh))
                        : layers.insert(layers.end(), std::move(fresh));
            }
            layer->channels.push_back(split.channel);
        }
    }
    for (LayerInfo& layer : layers) {
        sortColorsFirst(layer.channels);
        const ColorChannels roles = colorChannels(layer.channels);
        if (const LayerAlias* alias = table.find(layer.name)) {
            layer.role = alias->role;
            layer.renderer = alias->renderer;
            layer.note = alias->note;
        }
        layer.isColor = (roles.hasRgb() || !roles.luminance.empty()) && !isDataRole(layer.role);
    }
    return layers;
}

const LayerInfo* bestLayerOf(const std::vector<LayerInfo>& layers, const LayerTable& table,
                             LayerRole role) {
    const LayerInfo* best = nullptr;
    std::size_t bestRank = 0;
    for (const LayerInfo& layer : layers) {
        const bool isFit = layer.role == role && (isDataRole(role) || layer.isColor);
        const auto rank = isFit ? table.rank(layer.name, role) : std::nullopt;
        if (rank && (best == nullptr || *rank < bestRank)) {
            best = &layer;
            bestRank = *rank;
        }
    }
    return best;
}

const LayerInfo& defaultExrLayer(const std::vector<LayerInfo>& layers, const LayerTable& table) {
    const auto pick = [&](auto&& fits) {
        return std::find_if(layers.begin(), layers.end(),
                            [&](const LayerInfo& layer) { return layer.isColor && fits(layer); });
    };
    if (const auto found = pick([](const LayerInfo& layer) { return layer.name.empty(); });
        found != layers.end())
        return *found;
    if (const LayerInfo* beauty = bestLayerOf(layers, table, LayerRole::Beauty))
        return *beauty;
    if (const auto found = pick([](const LayerInfo&) { return true; }); found != layers.end())
        return *found;
    return layers.front();
}

std::vector<std::string> exrColorChannels(const ExrHeader& header, const LayerInfo& layer) {
    const ColorChannels roles = colorChannels(layer.channels);
    const std::string prefix = prefixInFile(header, layer);
    std::vector<std::string> names;
    for (const std::string& name :
         {roles.red, roles.green, roles.blue, roles.alpha, roles.luminance})
        if (!name.empty())
            names.push_back(prefix + name);
    if (roles.hasChroma)
        names.insert(names.end(), {prefix + "RY", prefix + "BY"});
    return names;
}

ExrSelection selectExrLayer(const std::filesystem::path& path, const ExrHeader& header,
                            const std::string& wanted, const LayerTable& table) {
    const std::vector<LayerInfo> layers = exrLayers(header, table);
    if (layers.empty())
        throw Error::unsupported(path.string() +
                                     " holds deep data only (many samples a pixel), not a picture",
                                 "flatten it in your compositor first");
    if (wanted.empty())
        return selectionOf(header, defaultExrLayer(layers, table));
    if (const LayerInfo* layer = findLayer(path, layers, wanted))
        return selectionOf(header, *layer);
    if (const auto selection = findChannel(header, wanted))
        return *selection;
    if (const auto role = layerRoleFromString(toLower(wanted)))
        if (const LayerInfo* layer = bestLayerOf(layers, table, *role))
            return selectionOf(header, *layer);
    throw Error::notFound(path.string() + " has no layer '" + wanted + "'", layersHint(layers));
}

} // namespace unlit
