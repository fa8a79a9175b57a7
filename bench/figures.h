// Figures of a bench for who keeps them and compares them later (bench/figures_main.cpp).
#pragma once

#include <string>

namespace unlit::bench {

enum class Better { Less, More };

/// Adds a line of JSON to the file that the environment variable UNLIT_BENCH_FIGURES names; without
/// it nothing happens. `name` tells the bench, then what was measured ("detail: 2048, applied"),
/// and is the same in every run: what is printed beside it may change. Any thread but one at a
/// time. A file that cannot be written ends the program with a sentence: a figure would be missing.
void keepFigure(const std::string& name, double value, const std::string& unit,
                Better better = Better::Less);

} // namespace unlit::bench
