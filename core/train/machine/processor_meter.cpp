#include "core/train/machine/processor_meter.h"

#include <algorithm>
#include <utility>

#include <sched.h>
#include <sys/resource.h>

namespace unlit::train {

double processorSeconds() {
    rusage usage{};
    if (::getrusage(RUSAGE_SELF, &usage) != 0)
        return 0;
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

int usableProcessors() {
    cpu_set_t usable;
    CPU_ZERO(&usable);
    return ::sched_getaffinity(0, sizeof(usable), &usable) == 0 ? std::max(1, CPU_COUNT(&usable))
                                                                : 1;
}

ProcessorMeter::ProcessorMeter(std::function<double()> clock, std::function<double()> spent,
                               int processors)
    : m_clock(std::move(clock)), m_spent(std::move(spent)), m_processors(std::max(1, processors)),
      m_lastClock(m_clock()), m_lastSpent(m_spent()) {}

double ProcessorMeter::takePercent() {
    const double clock = m_clock();
    const double spent = m_spent();
    const double passed = clock - std::exchange(m_lastClock, clock);
    const double used = spent - std::exchange(m_lastSpent, spent);
    return passed > 0 ? std::clamp(100 * used / (passed * m_processors), 0.0, 100.0) : 0;
}

} // namespace unlit::train
