// Wall-clock time of a piece of work.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>

namespace unlit::bench {

template <class Work>
double seconds(Work work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The least of `runs`, after one that does not count.
template <class Work>
double bestSeconds(int runs, Work work) {
    work();
    double best = std::numeric_limits<double>::infinity();
    for (int run = 0; run < runs; ++run)
        best = std::min(best, seconds(work));
    return best;
}

/// The least of `runs` of each, in turns, so that a busy machine is the same to all; after one that
/// does not count.
template <class... Work>
std::array<double, sizeof...(Work)> bestInTurns(int runs, Work... works) {
    (works(), ...);
    std::array<double, sizeof...(Work)> best;
    best.fill(std::numeric_limits<double>::infinity());
    for (int run = 0; run < runs; ++run) {
        const std::array<double, sizeof...(Work)> took{seconds(works)...}; // braces: in order
        for (std::size_t i = 0; i < best.size(); ++i)
            best[i] = std::min(best[i], took[i]);
    }
    return best;
}

} // namespace unlit::bench
