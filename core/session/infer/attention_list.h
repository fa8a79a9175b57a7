// What is in a folder of attention maps, for who shows them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace unlit {

struct AttentionMapFile {
    std::filesystem::path file; ///< 8-bit PNG; white = `largest`
    std::int64_t step = 1;      ///< of the denoising, from 1
    std::string layer;
    std::int64_t head = 0;  ///< from 0
    std::int64_t token = 0; ///< of the prompt, from 1; 0 = the map is of a head
    std::string word;       ///< what is known of that token's spelling
    int width = 0, height = 0;
    double largest = 0; ///< weight; those of a head's map sum to 1
};

/// In the order in which the network computed them. Throws Error: NotFound, Io, Corrupt for a list
/// that is none or names files outside of the folder.
std::vector<AttentionMapFile> readAttentionList(const std::filesystem::path& folder);

} // namespace unlit
