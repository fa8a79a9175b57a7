// How long a run will still take: from what its steps, validations, pictures and saves took so far.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>

namespace unlit::train {

double secondsOfSteadyClock();

/// What a run does beside its steps.
enum class TimePart { Validation, Pictures, Latest, Backup, Waiting };

/// How long it is, and how often the parts come.
struct TimePlan {
    double steps = 0;                  ///< optimizer steps of the whole run
    std::int64_t validationPeriod = 0; ///< steps between two; 0 = never, or not by steps
    std::int64_t picturePeriod = 0;
    std::int64_t savePeriod = 0;
    std::int64_t backupPeriod = 0;

    std::int64_t periodOf(TimePart part) const;
    bool isDue(TimePart part, std::int64_t step) const;
};

/// Steps count without the parts, and as the mean of the last ones; each part counts as the mean of
/// its own, times how often it is still to come. A part that has not come yet counts nothing. What
/// is waited for (a pause, a full disk) counts nowhere. Used by one thread.
class TimeLeft {
public:
    /// `now`: seconds, from anywhere.
    explicit TimeLeft(TimePlan plan, std::function<double()> now = secondsOfSteadyClock);

    /// The run begins or goes on.
    void begin();

    /// A step has ended; what is due after it is still to come.
    void endStep(std::int64_t step);

    /// Does something that is one of the parts, where it is due after the last step; else what it
    /// takes counts nowhere.
    void during(TimePart part, const std::function<void()>& act);

    /// From this moment on; nullopt before the first step has ended.
    std::optional<double> seconds() const;

private:
    struct Spent {
        double seconds = 0;
        std::int64_t times = 0;
    };

    void end(TimePart part, double begin);

    TimePlan m_plan;
    std::function<double()> m_now;
    std::deque<double> m_steps;     ///< seconds of the last ones
    std::array<Spent, 4> m_parts{}; ///< of all but what is waited for
    std::int64_t m_step = 0;        ///< the last one that has ended
    double m_lastEnd = 0;           ///< when it did
    double m_besides = 0;           ///< seconds of parts since then
    double m_waited = 0;            ///< of those, of what was waited for
};

} // namespace unlit::train
