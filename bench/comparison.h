// Figures of benches as they are kept, and what became worse between two measurements.
#pragma once

#include "bench/figures.h"

#include <filesystem>
#include <string>
#include <vector>

namespace unlit::bench {

/// One figure, as often as it was measured.
struct Figure {
    std::string name;
    std::string unit;
    Better better = Better::Less;
    std::vector<double> values; ///< at least one, in the order of the runs
};

/// What one measurement says. As JSON: {"machine", "commit", "date", "figures": [{"name", "unit",
/// "better": "less"|"more", "values": […]}]}.
struct Measurement {
    std::string machine; ///< processor and threads
    std::string commit;
    std::string date; ///< ISO 8601, UTC
    std::vector<Figure> figures;
};

/// Of the lines that keepFigure wrote: equal names are runs of one figure. Throws
/// std::runtime_error with file and line for what is no such line, and where there is none.
std::vector<Figure> figuresOf(const std::filesystem::path& lines);

/// Throws std::runtime_error with the file's name for what is no measurement.
Measurement readMeasurement(const std::filesystem::path& file);
std::string jsonOf(const Measurement& measurement);

struct Change {
    std::string name;
    std::string unit;
    double before = 0; ///< medians
    double after = 0;
    double worse = 0; ///< share by which it got worse; below 0 = better
    double noise = 0; ///< share that runs of one measurement differ by
    /// Worse or better by more than the noise, and than a twentieth.
    bool isWorse() const;
    bool isBetter() const;
};

struct Comparison {
    std::vector<Change> changes; ///< the worst first
    std::vector<std::string> onlyBefore;
    std::vector<std::string> onlyAfter;
};

/// The noise of a figure is the larger spread of both measurements, (most - least) / median; where
/// one of them has fewer than three runs it is not known, and a fifth is taken.
Comparison compare(const Measurement& before, const Measurement& after);

} // namespace unlit::bench
