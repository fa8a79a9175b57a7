// How long frames take: by the clock, and by the processor.
#pragma once

#include <QElapsedTimer>

#include <algorithm>
#include <ctime>
#include <vector>

namespace unlit::bench {

constexpr double kFrameMs = 1000.0 / 60;

inline double clockMs(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

inline double quantile(std::vector<double> values, double share) {
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

struct FrameTimes {
    std::vector<double> wall;
    /// Of all threads: Qt spreads large fills over several; work of others meanwhile is in it.
    std::vector<double> processor;
    /// Of the thread that measures: what a frame costs however busy the machine is.
    std::vector<double> ownThread;

    template <class Work>
    void measure(Work work) {
        QElapsedTimer clock;
        clock.start();
        const double before = clockMs(CLOCK_PROCESS_CPUTIME_ID);
        const double beforeOwn = clockMs(CLOCK_THREAD_CPUTIME_ID);
        work();
        ownThread.push_back(clockMs(CLOCK_THREAD_CPUTIME_ID) - beforeOwn);
        processor.push_back(clockMs(CLOCK_PROCESS_CPUTIME_ID) - before);
        wall.push_back(static_cast<double>(clock.nsecsElapsed()) * 1e-6);
    }
};

} // namespace unlit::bench
