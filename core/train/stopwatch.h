// Adds up the seconds that the parts of a step take.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace unlit::train {

using SpanClock = std::chrono::steady_clock;

/// One stretch of time that went into one part of a step.
struct PhaseSpan {
    std::string what;
    SpanClock::time_point begin, end;
};

/// Seconds by what they were spent on: "data", "encode", "forward", "backward", "optimizer"; and
/// where it is asked for, when that was.
struct StepSeconds : std::map<std::string, double> {
    using map::map;

    std::vector<PhaseSpan> spans; ///< of those entries, in the order of their ends
    bool keepsSpans = false;
};

/// Adds the time from its construction to its destruction to one entry. On a CUDA device work is
/// only queued meanwhile: the waiting shows in whatever reads a value next.
class SecondsOf {
public:
    SecondsOf(StepSeconds& seconds, std::string what)
        : m_seconds(seconds), m_what(std::move(what)) {}

    ~SecondsOf() {
        const SpanClock::time_point end = SpanClock::now();
        m_seconds[m_what] += std::chrono::duration<double>(end - m_start).count();
        if (m_seconds.keepsSpans)
            m_seconds.spans.push_back({m_what, m_start, end});
    }

    SecondsOf(const SecondsOf&) = delete;
    SecondsOf& operator=(const SecondsOf&) = delete;

private:
    StepSeconds& m_seconds;
    std::string m_what;
    SpanClock::time_point m_start = SpanClock::now();
};

} // namespace unlit::train
