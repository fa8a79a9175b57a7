#include "core/train/writers/tensorboard_writer.h"

#include "core/base/error.h"
#include "core/train/writers/cut_lines.h"
#include "core/train/writers/event_record.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <fstream>

namespace unlit::train {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPrefix = "events.out.tfevents.";

/// The record that begins where the stream stands; "" at the end of what is whole.
std::string readRecordBytes(std::ifstream& stream, std::uint64_t left) {
    constexpr std::size_t kHead = 12;
    std::string bytes(kHead, '\0');
    if (left < kHead || !stream.read(bytes.data(), kHead))
        return {};
    std::uint64_t length = 0;
    for (int i = 0; i < 8; ++i)
        length |= static_cast<std::uint64_t>(
                      static_cast<unsigned char>(bytes[static_cast<std::size_t>(i)]))
                  << (8 * i);
    if (left < kHead + 4 || length > left - kHead - 4)
        return {};
    bytes.resize(kHead + static_cast<std::size_t>(length) + 4);
    if (!stream.read(bytes.data() + kHead, static_cast<std::streamsize>(length) + 4))
        return {};
    return readRecord(bytes) ? bytes : std::string();
}

/// Everything from the first figure on that lies beyond the step goes; so does what follows damage.
void cutEvents(const fs::path& file, const KeepUntil& keep) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        throw Error::system(EIO, "read", file);
    const std::uint64_t size = fs::file_size(file);
    std::uint64_t end = 0;
    while (end < size) {
        const std::string bytes = readRecordBytes(stream, size - end);
        const std::optional<Record> record = readRecord(bytes);
        const std::optional<EventPlace> place = record ? placeOfEvent(record->data) : std::nullopt;
        if (!place || (place->isSummary && !isKept({place->step, place->isValidation}, keep)))
            break;
        end += bytes.size();
    }
    stream.close();
    if (end < size)
        truncateFile(file, end);
}

/// After all that are there, also when the clock was set back.
fs::path nextFile(const fs::path& folder, double now) {
    const std::vector<fs::path> files = eventFiles(folder);
    std::string seconds(10, '0');
    const long long whole = std::clamp(std::llround(std::floor(now)), 0LL, 9999999999LL);
    std::snprintf(seconds.data(), seconds.size() + 1, "%010lld", whole);
    std::size_t number = files.size();
    if (!files.empty())
        seconds = std::max(seconds, files.back().filename().string().substr(kPrefix.size(), 10));
    for (;; ++number) {
        std::array<char, 32> end{};
        std::snprintf(end.data(), end.size(), ".unlit.%06zu", number);
        const fs::path file = folder / (std::string(kPrefix) + seconds + end.data());
        if (!fs::exists(file))
            return file;
    }
}

fs::path prepare(const fs::path& folder, const std::optional<KeepUntil>& resumeFrom, double now) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        throw Error::system(failed.value(), "create the folder", folder);
    if (resumeFrom)
        for (const fs::path& file : eventFiles(folder))
            cutEvents(file, *resumeFrom);
    return nextFile(folder, now);
}

} // namespace

std::vector<fs::path> eventFiles(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(folder, failed))
        if (entry.path().filename().string().starts_with(kPrefix))
            files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

TensorboardWriter::TensorboardWriter(const fs::path& folder,
                                     const std::optional<KeepUntil>& resumeFrom, double now,
                                     bool takesPictures)
    : m_file(prepare(folder, resumeFrom, now)), m_takesPictures(takesPictures) {
    m_file.append(recordOf(versionEvent(now)));
    if (resumeFrom)
        m_file.append(recordOf(restartEvent(now, resumeFrom->step + 1)));
}

void TensorboardWriter::write(const MetricRow& row) {
    m_file.append(recordOf(scalarsEvent(row)));
}

void TensorboardWriter::write(const HistogramRow& row) {
    m_file.append(recordOf(histogramsEvent(row)));
}

void TensorboardWriter::write(const SettingsRow& row) {
    m_file.append(recordOf(settingsEvent(row)));
}

void TensorboardWriter::write(const PictureRow& row) {
    if (m_takesPictures)
        m_file.append(recordOf(pictureEvent(row)));
}

} // namespace unlit::train
