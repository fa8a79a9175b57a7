// Trainings that wait their turn: recipes, and values of settings in all combinations.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace unlit {

enum class SweepValues {
    Grid,   ///< with every value of every other setting
    Zipped, ///< with those of the other zipped settings, the first with the first
};

struct SweepAxis {
    std::string key;
    std::vector<std::string> values; ///< as they stand behind KEY=
    SweepValues go = SweepValues::Grid;
};

/// "lr=1e-4, 3e-5": commas within brackets, braces and quotes belong to a value, spaces around one
/// do not. Throws Error::invalidInput for a key without values, or one value of a grid that stands
/// there twice.
SweepAxis sweepAxisOf(const std::string& text, SweepValues go = SweepValues::Grid);

struct SweepRun {
    std::string name; ///< of its folder
    std::filesystem::path config;
    std::vector<std::string> settings; ///< "KEY=VALUE"
};

struct SweepPlan {
    std::filesystem::path folder; ///< in which relative paths of the recipes start
    std::string figure;           ///< by which runs are compared; "" = the one that decides
    bool stopsByMedian = false;
    std::vector<SweepRun> runs;
};

/// Every recipe with every combination, the last axis going fastest; all zipped ones together are
/// one axis, in the place of the first of them. Names say what differs: the recipe where there are
/// several, the last word of each key (all of it where two end alike) and its value. Throws
/// Error::invalidInput for more than a thousand runs, for runs that would have one name, for zipped
/// settings of which one has more values than another, and for what names and places a run, which
/// is the sweep's own.
std::vector<SweepRun> sweepRuns(const std::vector<std::filesystem::path>& recipes,
                                const std::vector<SweepAxis>& axes,
                                const std::vector<std::string>& settings);

/// DIR/sweep.json, whole or not at all. Throws Error::system.
void writeSweepPlan(const std::filesystem::path& sweep, const SweepPlan& plan);
/// Throws Error: NotFound, Corrupt.
SweepPlan readSweepPlan(const std::filesystem::path& sweep);
bool isSweep(const std::filesystem::path& folder);

} // namespace unlit
