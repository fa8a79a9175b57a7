// Reads TensorBoard's event files as their formats are written down, without any code of the
// writer: TFRecord frames, CRC-32C by division bit for bit, protocol buffer messages.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace unlit::test {

struct ReadPicture {
    std::int64_t height = 0, width = 0, colorspace = 0;
    std::string bytes;
};

struct ReadEvent {
    double wallTime = 0;
    std::int64_t step = 0;
    std::string fileVersion;
    bool restarts = false; ///< SessionLog START
    std::vector<std::pair<std::string, float>> scalars;
    std::map<std::string, ReadPicture> pictures;
};

/// Throws std::runtime_error for a wrong check sum, a cut frame or an unknown field.
std::vector<ReadEvent> readEvents(const std::filesystem::path& file);

/// CRC-32C of RFC 3720, by polynomial division.
std::uint32_t crc32cByDivision(const std::string& bytes);

} // namespace unlit::test
