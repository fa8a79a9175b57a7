// How long frames take: by the clock, and by the processor.
#pragma once

#include <QElapsedTimer>

#include <algorithm>
#include <ctime>
#include <vector>

namespace unlit::bench {

constexpr double kFrameMs = 1000.0 / 60;

/// Of all threads: Qt spreads large fills over several.
inline double processorMs() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

inline double quantile(std::vector<double> values, double share) {
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

struct FrameTimes {
    std::vector<double> wall;
    std::vector<double> processor; ///< of all threads, work of others meanwhile included

    template <class Work>
    void measure(Work work) {
        QElapsedTimer clock;
        clock.start();
        const double before = processorMs();
        work();
        processor.push_back(processorMs() - before);
        wall.push_back(static_cast<double>(clock.nsecsElapsed()) * 1e-6);
    }
};

} // namespace unlit::bench
