// metrics.jsonl, read while it grows.
#pragma once

#include "core/runs/growing_file.h"
#include "core/train/writers/metric_writer.h"

#include <functional>
#include <optional>
#include <string_view>

namespace unlit::runs {

/// One line of metrics.jsonl; null becomes NaN, what is no number is passed over. nullopt for what
/// is no JSON object with a step.
std::optional<train::MetricRow> rowOfLine(std::string_view line);

/// What one look into a file or a folder of files has brought.
struct ReadNews {
    bool isRestarted = false; ///< forget all earlier rows; the file is read anew
    bool hasMore = false;     ///< there is more to read at once
    std::size_t rows = 0;
};

/// Reads whole lines only: one that is half written comes when it has its end. Used by one thread
/// at a time.
class MetricsReader {
public:
    using OnRow = std::function<void(const train::MetricRow& row)>;

    explicit MetricsReader(std::filesystem::path file) : m_file(std::move(file)) {}

    /// Hands out what has come, at most about `mostBytes` of it.
    ReadNews poll(const OnRow& onRow, std::size_t mostBytes = std::size_t{4} << 20);

    /// Lines that could not be read so far.
    std::size_t badLines() const { return m_badLines; }

private:
    GrowingFile m_file;
    std::size_t m_badLines = 0;
};

} // namespace unlit::runs
