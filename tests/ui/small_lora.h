// A file of low-rank additions, as small as one can be.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

namespace unlit::ui {

/// One layer of rank 1 over four channels, all zeros.
inline void writeSmallLora(const std::filesystem::path& file) {
    const std::string layer = "unet.mid_block.attentions.0.transformer_blocks.0.attn1.to_q";
    const std::string header = "{\"" + layer +
                               ".lora_A.weight\":{\"dtype\":\"F32\",\"shape\":[1,4],"
                               "\"data_offsets\":[0,16]},\"" +
                               layer +
                               ".lora_B.weight\":{\"dtype\":\"F32\",\"shape\":[4,1],"
                               "\"data_offsets\":[16,32]}}";
    const std::uint64_t length = header.size();
    std::ofstream stream(file, std::ios::binary);
    for (int byte = 0; byte < 8; ++byte)
        stream.put(static_cast<char>(length >> (8 * byte)));
    stream << header << std::string(32, '\0');
}

} // namespace unlit::ui
