#include "core/train/writers/csv_writer.h"

#include "core/train/writers/csv_text.h"
#include "core/train/writers/cut_lines.h"

#include <array>
#include <charconv>
#include <cstdio>

namespace unlit::train {

namespace {

constexpr std::string_view kHeader = "step,epoch,time,tag,value\n";

std::optional<LinePlace> csvPlace(const std::string& line) {
    std::int64_t step = 0;
    const char* end = line.data() + line.size();
    const auto [stop, problem] = std::from_chars(line.data(), end, step);
    if (problem != std::errc{} || stop == end || *stop != ',')
        return std::nullopt;
    return LinePlace{step, line.find(",val/") != std::string::npos ||
                               line.find(",\"val/") != std::string::npos};
}

std::filesystem::path cutCsv(const std::filesystem::path& file,
                             const std::optional<KeepUntil>& resumeFrom) {
    if (resumeFrom)
        cutLines(file, 1, csvPlace, *resumeFrom);
    return file;
}

std::string timeText(double seconds) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.3f", seconds);
    return text.data();
}

} // namespace

CsvWriter::CsvWriter(const std::filesystem::path& file, const std::optional<KeepUntil>& resumeFrom)
    : m_file(cutCsv(file, resumeFrom)) {
    if (m_file.size() == 0)
        m_file.append(kHeader);
}

void CsvWriter::write(const MetricRow& row) {
    std::string lines;
    const std::string start =
        std::to_string(row.step) + "," + std::to_string(row.epoch) + "," + timeText(row.time) + ",";
    for (const Scalar& scalar : row.scalars)
        lines += start + csvField(scalar.tag) + "," + csvNumber(scalar.value) + "\n";
    m_file.append(lines);
}

} // namespace unlit::train
