// What steps spend their time on, as a file for trace viewers.
#pragma once

#include "core/train/hook.h"
#include "core/train/run_folder.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace unlit::train {

struct TraceOptions {
    std::int64_t steps = 50; ///< that it holds
    std::int64_t from = 0;   ///< steps of this process that come before
};

/// RUN/trace_NNNNNN.json, NNNNNN being its first step, in the Trace Event Format that Perfetto and
/// chrome://tracing read: steps, their phases, validations, moments of saves. Written when its
/// steps are over, or at the end of the run; a sentence then tells the phases' shares. Stands
/// behind the hook that writes figures, which takes the phases from the task. On a GPU a phase is
/// the time that the processor spent with it: kernels that were queued show where a value is
/// waited for.
class TraceHook : public Hook {
public:
    TraceHook(RunFolder run, TraceOptions options) : m_run(std::move(run)), m_options(options) {}

    void onTrainBegin(StepContext& context) override;
    void onMicroBegin(StepContext& context) override;
    void onPoint(StepContext& context, extension::Point point) override;
    void onStepEnd(StepContext& context) override;
    void onTrainEnd(StepContext& context, RunEnd end) override;

private:
    using Clock = SpanClock;

    struct Slice {
        std::string name;
        std::string category;
        Clock::time_point begin, end;
        std::int64_t step = 0; ///< 0 = of none
    };

    bool isOn() const { return !m_isWritten && m_seen >= m_options.from; }

    void write(StepContext& context);
    std::string json() const;
    std::string sharesText() const;

    RunFolder m_run;
    TraceOptions m_options;
    std::int64_t m_seen = 0; ///< steps of this process
    std::int64_t m_firstStep = 0;
    std::int64_t m_kept = 0; ///< steps in the trace
    bool m_isWritten = false;
    Clock::time_point m_origin;
    Clock::time_point m_stepBegin;
    Clock::time_point m_validationBegin;
    std::vector<Slice> m_slices;
    std::vector<Slice> m_moments;          ///< their ends are their begins
    std::map<std::string, double> m_spent; ///< seconds by phase
    double m_stepSeconds = 0;
};

} // namespace unlit::train
