// The few facts of a run that its table row shows, out of metrics.jsonl, without reading all of it
// as numbers.
#pragma once

#include "core/runs/growing_file.h"
#include "core/train/writers/metric_writer.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>

namespace unlit::runs {

/// The best value of a figure so far.
struct BestValue {
    std::string tag;
    double value = 0;
    std::int64_t step = 0;
    bool operator==(const BestValue&) const = default;
};

using BestValues = std::map<std::string, BestValue>; ///< by tag

/// What rows have told so far.
class RunProgress {
public:
    void add(const train::MetricRow& row);

    void clear() { *this = {}; }

    bool hasRows = false;
    std::int64_t step = 0;  ///< of the last row
    std::int64_t epoch = 1; ///< likewise
    double startTime = 0;   ///< seconds since 1970, of the first row
    double lastTime = 0;    ///< the latest
    double stepSeconds = 0; ///< of all steps that say how long they took (time/step)

    /// That were trained for, without what lay between a stop and a resume; where steps do not say
    /// how long they took, from the first row to the last.
    double seconds() const;

    /// Of the figure that decides; nullopt before the first validation.
    std::optional<BestValue> best(std::string_view mainMetric) const;

    /// Of every validation figure that has a better and a worse.
    const BestValues& bests() const { return m_best; }

private:
    BestValues m_best; // of every validation figure with a goal
};

/// Follows the file. Only lines with validation figures, the first and the last one are read as
/// numbers. Used by one thread at a time.
class MetricsScan {
public:
    explicit MetricsScan(std::filesystem::path file) : m_file(std::move(file)) {}

    /// Takes what has come; returns whether anything has. Stops early when asked to, and goes on at
    /// the next call.
    bool poll(const std::stop_token& stop);

    const RunProgress& progress() const { return m_progress; }

    bool isMissing() const { return m_isMissing; }

    /// Lines among those read that were no rows.
    std::size_t badLines() const { return m_badLines; }

private:
    void takeLine(std::string_view line);
    void takeLines(std::string_view lines);

    GrowingFile m_file;
    RunProgress m_progress;
    std::size_t m_badLines = 0;
    bool m_isMissing = false;
};

} // namespace unlit::runs
