// A number of the configuration that may change while a run goes: one value, or a straight line
// between two.
#pragma once

#include <cstdint>
#include <optional>

namespace unlit::config {

/// `from` until startStep, `to` from endStep on, a straight line between them. Steps are optimizer
/// steps that are done. Source: threestudio's lists [start_step, start_value, end_value, end_step].
struct NumberSchedule {
    std::int64_t startStep = 0; ///< >= 0
    double from = 0;
    double to = 0;
    std::int64_t endStep = 1; ///< > startStep

    double at(std::int64_t stepsDone) const;

    friend bool operator==(const NumberSchedule&, const NumberSchedule&) = default;
};

class ScheduledNumber {
public:
    ScheduledNumber(double value = 0) : m_value(value) {}

    ScheduledNumber(const NumberSchedule& schedule)
        : m_value(schedule.from), m_schedule(schedule) {}

    /// What counts for the step that follows `stepsDone` finished ones.
    double at(std::int64_t stepsDone) const {
        return m_schedule ? m_schedule->at(stepsDone) : m_value;
    }

    /// Unset = it never changes.
    const std::optional<NumberSchedule>& schedule() const { return m_schedule; }

    /// Whether `holds` is true of the value at every step: it is asked for both ends.
    template <class Predicate>
    bool always(Predicate holds) const {
        return holds(m_value) && (!m_schedule || holds(m_schedule->to));
    }

    friend bool operator==(const ScheduledNumber&, const ScheduledNumber&) = default;

private:
    double m_value; ///< at the beginning
    std::optional<NumberSchedule> m_schedule;
};

} // namespace unlit::config
