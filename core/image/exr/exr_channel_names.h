// How the channels of one part of an OpenEXR file fall into layers, by their names alone.
#pragma once

#include <string>
#include <vector>

namespace unlit {

/// Channels that belong together.
struct ExrChannelGroup {
    std::string prefix;                ///< what a user calls it: "ViewLayer.Combined"; "" = unnamed
    std::vector<std::string> channels; ///< short names: "R", "[red]"
    std::vector<std::string> fileNames; ///< the same channels as the file calls them
};

/// Groups in file order, the unnamed one first. What stands before the last dot is the layer; dots
/// at the end of a name belong to the channel ("R."). Names without a dot between layer and colour
/// ("LeR", "LeG", "LeB"; "albedo_red"; "N_[R]" …) are a layer where all three of a kind are there.
/// A dot with nothing before it (".R") is the unnamed layer, unless the file has one without a dot:
/// then it is the layer ".". No two groups have the same name, and every channel is in one group.
std::vector<ExrChannelGroup> groupExrChannels(const std::vector<std::string>& names);

} // namespace unlit
