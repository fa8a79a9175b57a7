// How much of the processors this process takes.
#pragma once

#include <functional>

namespace unlit::train {

/// Seconds that all threads of this process have computed for.
double processorSeconds();

/// Processors that this process may use, at least 1.
int usableProcessors();

class ProcessorMeter {
public:
    /// `clock`: seconds, from anywhere; `spent`: as processorSeconds().
    ProcessorMeter(std::function<double()> clock, std::function<double()> spent, int processors);

    /// Of all that could have been computed since the last call: 0 to 100.
    double takePercent();

private:
    std::function<double()> m_clock;
    std::function<double()> m_spent;
    int m_processors;
    double m_lastClock;
    double m_lastSpent;
};

} // namespace unlit::train
