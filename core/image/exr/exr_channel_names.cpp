#include "core/image/exr/exr_channel_names.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace unlit {

namespace {

/// A channel's name in two: the layer with what joins it to the channel, and the channel.
struct NameParts {
    std::string head; ///< "ViewLayer.Combined.", ".", ""
    std::string channel;
};

NameParts partsOf(const std::string& name) {
    const std::size_t last = name.find_last_not_of('.');
    const std::size_t dot =
        last == std::string::npos ? std::string::npos : name.find_last_of('.', last);
    if (dot == std::string::npos)
        return {"", name};
    return {name.substr(0, dot + 1), name.substr(dot + 1)};
}

using Ending = std::array<std::string_view, 4>; // the fourth may be missing
constexpr std::array<Ending, 3> kEndings = {
    {{"r", "g", "b", "a"}, {"red", "green", "blue", "alpha"}, {"x", "y", "z", ""}}};

/// What stands before an ending, which may be in brackets: "Le" of LeR, "Le_" of "Le_[R]".
std::string headBefore(const std::string& channel, std::string_view ending) {
    if (ending.empty())
        return "";
    const std::string plain(ending);
    for (const std::string& written : {plain, "[" + plain + "]", "(" + plain + ")"})
        if (channel.size() > written.size() && toLower(channel).ends_with(written))
            return channel.substr(0, channel.size() - written.size());
    return "";
}

/// The heads of channels that are all three of a kind: "Le" of LeR, LeG and LeB. Capitals count:
/// LeR and leG are not of one layer.
std::set<std::string> gluedHeads(const std::vector<NameParts*>& layer, const Ending& endings) {
    std::map<std::string, unsigned> found; // which of the three each head has
    for (const NameParts* name : layer)
        for (unsigned i = 0; i < 3; ++i)
            if (const std::string before = headBefore(name->channel, endings[i]); !before.empty())
                found[before] |= 1U << i;
    std::set<std::string> whole;
    for (const auto& [before, which] : found)
        if (which == 7U)
            whole.insert(before);
    return whole;
}

/// Splits those names of one layer that end in a kind's letters; returns the others.
std::vector<NameParts*> splitEndings(const std::vector<NameParts*>& layer, const Ending& endings) {
    const std::set<std::string> heads = gluedHeads(layer, endings);
    std::vector<NameParts*> others;
    for (NameParts* name : layer) {
        const auto ending =
            std::find_if(endings.begin(), endings.end(), [&](std::string_view candidate) {
                return heads.count(headBefore(name->channel, candidate)) != 0;
            });
        if (ending == endings.end()) {
            others.push_back(name);
            continue;
        }
        const std::string before = headBefore(name->channel, *ending);
        name->head += before;
        name->channel.erase(0, before.size());
    }
    return others;
}

void splitGluedNames(std::vector<NameParts>& names) {
    std::map<std::string, std::vector<NameParts*>> layers;
    for (NameParts& name : names)
        layers[name.head].push_back(&name);
    for (auto& [head, layer] : layers)
        for (const Ending& endings : kEndings)
            layer = splitEndings(layer, endings);
}

/// "ViewLayer.Combined" of "ViewLayer.Combined.", "Le" of "Le_".
std::string shownName(const std::string& head) {
    const std::size_t last = head.find_last_not_of("._- ");
    return last == std::string::npos ? head : head.substr(0, last + 1);
}

} // namespace

std::vector<ExrChannelGroup> groupExrChannels(const std::vector<std::string>& names) {
    std::vector<NameParts> parts;
    for (const std::string& name : names)
        parts.push_back(partsOf(name));
    splitGluedNames(parts);
    const bool hasUnnamed =
        std::any_of(parts.begin(), parts.end(), [](const NameParts& p) { return p.head.empty(); });
    std::vector<ExrChannelGroup> groups;
    std::map<std::string, std::size_t> groupOfHead;
    std::set<std::string> taken;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto [known, isNew] = groupOfHead.try_emplace(parts[i].head, groups.size());
        if (isNew) {
            std::string shown = shownName(parts[i].head);
            if (shown == "." && !hasUnnamed)
                shown.clear();
            if (!taken.insert(shown).second) // "Le.R" beside "LeR": no two heads are the same
                taken.insert(shown = parts[i].head);
            groups.push_back({shown, {}, {}});
        }
        groups[known->second].channels.push_back(parts[i].channel);
        groups[known->second].fileNames.push_back(names[i]);
    }
    // The picture itself comes before the extras of its part.
    std::stable_partition(groups.begin(), groups.end(),
                          [](const ExrChannelGroup& group) { return group.prefix.empty(); });
    return groups;
}

} // namespace unlit
