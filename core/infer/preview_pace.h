// How often a run shows what it has so far: often enough to watch it grow, seldom enough to cost
// little.
#pragma once

#include <algorithm>
#include <chrono>

namespace unlit::infer {

/// Clock readings are passed in so that tests need not wait.
class PreviewPace {
public:
    using Clock = std::chrono::steady_clock;

    /// The first one is always due; each later one a second after the one before it, and not before
    /// ten times as long as that one took.
    bool isDue(Clock::time_point now) const { return now >= m_next; }

    void made(Clock::time_point begin, Clock::time_point end) {
        constexpr int kCostShare = 10;
        m_next =
            end + std::max<Clock::duration>(std::chrono::seconds(1), kCostShare * (end - begin));
    }

private:
    Clock::time_point m_next = Clock::time_point::min();
};

} // namespace unlit::infer
