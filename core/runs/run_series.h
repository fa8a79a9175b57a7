// All figures of one run in memory: rows of a step, a time and an epoch, and a series for each tag.
#pragma once

#include "core/runs/min_max_pyramid.h"
#include "core/train/writers/metric_writer.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace unlit::runs {

/// What lies to the right of a plot.
enum class XAxis {
    Step,  ///< optimizer steps
    Time,  ///< seconds of training since the run's first row
    Epoch, ///< passes over the training set, with fractions
};

/// The values of one tag, and the row that each belongs to, ascending.
struct TagSeries {
    std::vector<std::uint32_t> rows;
    MinMaxPyramid values;
};

/// Steps rise from row to row and times never fall, whatever the files say: a step that comes again
/// joins its row; one that falls means that the run went on from an earlier checkpoint, and
/// replaces what was beyond it. Used by one thread at a time.
class RunSeries {
public:
    void append(const train::MetricRow& row);
    /// Forgets all rows from `step` on; the next row begins after a seam.
    void restartAt(std::int64_t step);
    void clear();

    std::size_t rowCount() const { return m_steps.size(); }

    std::int64_t stepAt(std::size_t row) const { return m_steps[row]; }

    /// Seconds since the first row, without what lay between a stop and a resume: a step takes no
    /// longer than its own figure, time/step, says. A clock that was set back stands still here.
    double timeAt(std::size_t row) const { return m_times[row]; }

    /// Rows of one epoch share it evenly; the last one is taken to become as long as the one
    /// before.
    double epochAt(std::size_t row) const;
    double xAt(std::size_t row, XAxis axis) const;

    /// The first row at `x` or after it; rowCount() behind the last.
    std::size_t rowFrom(double x, XAxis axis) const;

    /// The tags in the order of their names.
    std::vector<std::string> tags() const;
    /// nullptr for a tag that was never told.
    const TagSeries* find(std::string_view tag) const;

    /// Rows that begin after a resume.
    const std::vector<std::uint32_t>& seams() const { return m_seams; }

    /// Seconds since 1970 of the first row; 0 without rows.
    double startTime() const { return m_startTime; }

    /// Grows whenever rows were forgotten.
    std::uint64_t generation() const { return m_generation; }

    std::size_t bytes() const;

private:
    struct EpochStart {
        std::int64_t epoch;
        std::uint32_t row;
    };

    void truncate(std::size_t rows);
    void beginRow(const train::MetricRow& row);
    double secondsBefore(const train::MetricRow& row) const;

    std::vector<std::int64_t> m_steps;
    std::vector<double> m_times;
    std::vector<double> m_clocks; ///< seconds since 1970, the latest so far
    std::vector<EpochStart> m_epochs;
    std::vector<std::uint32_t> m_seams;
    std::map<std::string, TagSeries, std::less<>> m_tags;
    double m_startTime = 0;
    bool m_isAfterSeam = false;
    std::uint64_t m_generation = 0;
};

} // namespace unlit::runs
