// Safetensors bytes put together by hand, so that tests do not depend on our writer.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

namespace unlit::test {

/// Eight little-endian bytes.
inline std::string lengthBytes(std::uint64_t length) {
    std::string bytes;
    for (int i = 0; i < 8; ++i)
        bytes.push_back(static_cast<char>(length >> (8 * i) & 0xff));
    return bytes;
}

inline void writeBytes(const std::filesystem::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

/// A whole file of a header text and its data.
inline void writeRawSafetensors(const std::filesystem::path& file, const std::string& header,
                                const std::string& data) {
    writeBytes(file, lengthBytes(header.size()) + header + data);
}

} // namespace unlit::test
