#include "core/image/exr/exr_layers.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/image/exr/exr_channel_names.h"
#include "core/image/layers/layer_names.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

namespace unlit {

namespace {

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

std::string listOf(const std::vector<ExrLayer>& layers) {
    constexpr std::size_t most = 40;
    std::string list;
    for (std::size_t i = 0; i < layers.size() && i < most; ++i)
        list += (i == 0 ? "" : ", ") + (layers[i].name.empty() ? "(unnamed)" : layers[i].name);
    if (layers.size() > most)
        list += ", and " + std::to_string(layers.size() - most) + " more";
    return list;
}

std::string layersHint(const std::vector<ExrLayer>& layers) {
    return "its layers are: " + listOf(layers);
}

const ExrLayer* findLayer(const std::filesystem::path& path, const std::vector<ExrLayer>& layers,
                          const std::string& wanted) {
    const std::string lower = caseFolded(wanted);
    const std::array<std::function<bool(const ExrLayer&)>, 3> rules = {
        [&](const ExrLayer& layer) { return layer.name == wanted; },
        [&](const ExrLayer& layer) { return caseFolded(layer.name) == lower; },
        [&](const ExrLayer& layer) { return caseFolded(layer.name).ends_with("." + lower); },
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

/// What the file calls a channel of the layer; "" of "".
std::string fileNameOf(const ExrLayer& layer, const std::string& channel) {
    const auto found = std::find(layer.channels.begin(), layer.channels.end(), channel);
    if (found == layer.channels.end())
        return "";
    return layer.fileNames[static_cast<std::size_t>(found - layer.channels.begin())];
}

// Planes for a layer that is not a colour: X,Y,Z or U,V as they are, else its first channel as
// grey.
std::array<std::string, 3> dataPlanes(const ExrLayer& layer) {
    const auto named = [&](std::string_view letter) -> std::string {
        for (const std::string& channel : layer.channels)
            if (plainChannelName(channel) == letter)
                return channel;
        return "";
    };
    const std::string x = named("x");
    const std::string y = named("y");
    const std::string z = named("z");
    if (!x.empty() && !y.empty() && !z.empty())
        return {x, y, z};
    const std::string u = named("u");
    const std::string v = named("v");
    if (!u.empty() && !v.empty())
        return {u, v, ""};
    const std::string& first = layer.channels.front();
    return {first, first, first};
}

std::string shownChannels(const std::array<std::string, 3>& planes) {
    if (planes[0] == planes[1])
        return "'" + planes[0] + "' is shown as grey";
    return "'" + planes[0] + "', '" + planes[1] + "'" +
           (planes[2].empty() ? "" : ", '" + planes[2] + "'") + " are shown as red, green" +
           (planes[2].empty() ? "" : ", blue");
}

ExrSelection selectionOf(const ExrLayer& layer) {
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
    for (std::string* name :
         {&selection.colors[0], &selection.colors[1], &selection.colors[2], &selection.alpha})
        *name = fileNameOf(layer, *name);
    if (selection.colors[0] == selection.alpha)
        selection.alpha.clear(); // a layer that is nothing but alpha: show it
    if (!roles.hasRgb() && !layer.isColor)
        selection.remark = shownChannels(selection.colors);
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

std::vector<std::string> channelNames(const ExrPart& part) {
    std::vector<std::string> names;
    for (const ExrChannel& channel : part.channels)
        names.push_back(channel.name);
    return names;
}

void appendGroup(ExrLayer& layer, const ExrChannelGroup& group) {
    layer.channels.insert(layer.channels.end(), group.channels.begin(), group.channels.end());
    layer.fileNames.insert(layer.fileNames.end(), group.fileNames.begin(), group.fileNames.end());
}

bool sharesChannels(const ExrLayer& layer, const ExrChannelGroup& group) {
    return std::any_of(group.channels.begin(), group.channels.end(), [&](const std::string& name) {
        return std::find(layer.channels.begin(), layer.channels.end(), name) !=
               layer.channels.end();
    });
}

/// The layers of one part, by their names. A prefix that repeats the part's name adds to the layer
/// that has that name already, but never a second channel of the same name.
std::vector<ExrLayer> layersOfPart(const ExrHeader& header, int part) {
    std::vector<ExrLayer> layers;
    std::map<std::string, std::size_t> layerOfName;
    const ExrPart& source = header.parts[static_cast<std::size_t>(part)];
    for (const ExrChannelGroup& group : groupExrChannels(channelNames(source))) {
        std::string name = layerName(header, part, group.prefix);
        const auto known = layerOfName.find(name);
        if (known != layerOfName.end() && !sharesChannels(layers[known->second], group)) {
            appendGroup(layers[known->second], group);
            continue;
        }
        while (layerOfName.count(name) != 0)
            name += "." + group.prefix;
        layerOfName[name] = layers.size();
        ExrLayer& fresh = layers.emplace_back();
        fresh.name = name;
        fresh.part = part;
        appendGroup(fresh, group);
    }
    return layers;
}

/// Colours first, as sortColorsFirst has them; the file's names follow.
void sortChannels(ExrLayer& layer) {
    ExrLayer sorted = layer;
    sortColorsFirst(sorted.channels);
    for (std::size_t i = 0; i < sorted.channels.size(); ++i)
        sorted.fileNames[i] = fileNameOf(layer, sorted.channels[i]);
    layer = std::move(sorted);
}

const ExrLayer* bestLayerOf(const std::vector<ExrLayer>& layers, const LayerTable& table,
                            LayerRole role) {
    const ExrLayer* best = nullptr;
    std::size_t bestRank = 0;
    for (const ExrLayer& layer : layers) {
        const bool isFit = layer.role == role && (isDataRole(role) || layer.isColor);
        const auto rank = isFit ? table.rank(layer.name, role) : std::nullopt;
        if (rank && (best == nullptr || *rank < bestRank)) {
            best = &layer;
            bestRank = *rank;
        }
    }
    return best;
}

const ExrLayer& defaultExrLayer(const std::vector<ExrLayer>& layers, const LayerTable& table) {
    const auto pick = [&](auto&& fits) {
        return std::find_if(layers.begin(), layers.end(),
                            [&](const ExrLayer& layer) { return layer.isColor && fits(layer); });
    };
    if (const auto found = pick([](const ExrLayer& layer) { return layer.name.empty(); });
        found != layers.end())
        return *found;
    if (const ExrLayer* beauty = bestLayerOf(layers, table, LayerRole::Beauty))
        return *beauty;
    if (const auto found = pick([](const ExrLayer&) { return true; }); found != layers.end())
        return *found;
    return layers.front();
}

} // namespace

std::vector<ExrLayer> exrLayers(const ExrHeader& header, const LayerTable& table) {
    std::vector<ExrLayer> layers;
    for (std::size_t part = 0; part < header.parts.size(); ++part)
        if (!header.parts[part].isDeep)
            for (ExrLayer& layer : layersOfPart(header, static_cast<int>(part)))
                layers.push_back(std::move(layer));
    for (ExrLayer& layer : layers) {
        sortChannels(layer);
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

std::vector<std::string> exrColorChannels(const ExrLayer& layer) {
    const ColorChannels roles = colorChannels(layer.channels);
    std::vector<std::string> names;
    for (const std::string& name :
         {roles.red, roles.green, roles.blue, roles.alpha, roles.luminance})
        if (!name.empty())
            names.push_back(fileNameOf(layer, name));
    if (roles.hasChroma)
        names.insert(names.end(), {fileNameOf(layer, "RY"), fileNameOf(layer, "BY")});
    return names;
}

ExrSelection selectExrLayer(const std::filesystem::path& path, const ExrHeader& header,
                            const std::string& wanted, const LayerTable& table) {
    const std::vector<ExrLayer> layers = exrLayers(header, table);
    if (layers.empty())
        throw Error::unsupported(path.string() +
                                     " holds deep data only (many samples a pixel), not a picture",
                                 "flatten it in your compositor first");
    if (wanted.empty())
        return selectionOf(defaultExrLayer(layers, table));
    if (const ExrLayer* layer = findLayer(path, layers, wanted))
        return selectionOf(*layer);
    if (const auto selection = findChannel(header, wanted))
        return *selection;
    if (const auto role = layerRoleFromString(toLower(wanted)))
        if (const ExrLayer* layer = bestLayerOf(layers, table, *role))
            return selectionOf(*layer);
    throw Error::notFound(path.string() + " has no layer '" + wanted + "'", layersHint(layers));
}

} // namespace unlit
