// Wall-clock time of a piece of work.
#pragma once

#include <algorithm>
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

} // namespace unlit::bench
