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

struct ReadHistogram {
    double min = 0, max = 0, count = 0, sum = 0, sumOfSquares = 0;
    std::vector<double> limits, buckets;
};

/// A value of a plugin.
struct ReadPlugin {
    std::string name;
    std::string content;
    std::string text; ///< of a tensor of one text
    std::uint64_t tensorType = 0;
};

struct ReadEvent {
    double wallTime = 0;
    std::int64_t step = 0;
    std::string fileVersion;
    bool restarts = false; ///< SessionLog START
    std::vector<std::pair<std::string, float>> scalars;
    std::map<std::string, ReadPicture> pictures;
    std::map<std::string, ReadHistogram> histograms;
    std::map<std::string, ReadPlugin> plugins;
};

/// Throws std::runtime_error for a wrong check sum, a cut frame or an unknown field.
std::vector<ReadEvent> readEvents(const std::filesystem::path& file);

/// The fields of any message: their numbers, and bytes or, for numbers, their eight bytes.
std::vector<std::pair<int, std::string>> fieldsOfMessage(const std::string& message);

/// CRC-32C of RFC 3720, by polynomial division.
std::uint32_t crc32cByDivision(const std::string& bytes);

} // namespace unlit::test
