#include "core/train/hooks/trace_hook.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace unlit::train {

using extension::Point;
using Json = nlohmann::json;

namespace {

constexpr int kProcess = 1;
constexpr int kThread = 1;

double microseconds(SpanClock::duration duration) {
    return std::chrono::duration<double, std::micro>(duration).count();
}

Json named(const char* what, const char* name) {
    return {{"name", what},
            {"ph", "M"},
            {"pid", kProcess},
            {"tid", kThread},
            {"args", {{"name", name}}}};
}

} // namespace

void TraceHook::onTrainBegin(StepContext& context) {
    context.task.keepSpans(true);
    m_origin = m_stepBegin = m_validationBegin = Clock::now();
}

void TraceHook::onPoint(StepContext& context, Point point) {
    if (!isOn())
        return;
    const Clock::time_point now = Clock::now();
    switch (point) {
    case Point::BeforeStep:
        m_stepBegin = now;
        break;
    case Point::BeforeValidation:
        m_validationBegin = now;
        break;
    case Point::AfterValidation:
        m_slices.push_back(
            {"validation", "validation", m_validationBegin, now, context.position.step});
        break;
    case Point::BeforeSave:
        m_moments.push_back({"save", "checkpoint", now, now, context.position.step});
        break;
    default:
        break;
    }
}

void TraceHook::onStepEnd(StepContext& context) {
    const bool isKept = isOn();
    ++m_seen;
    if (!isKept)
        return;
    const Clock::time_point now = Clock::now();
    const std::int64_t step = context.position.step;
    if (m_kept == 0)
        m_firstStep = step;
    ++m_kept;
    m_slices.push_back({"step " + std::to_string(step), "step", m_stepBegin, now, step});
    m_stepSeconds += std::chrono::duration<double>(now - m_stepBegin).count();
    for (const PhaseSpan& span : context.spans) {
        m_slices.push_back({span.what, "phase", span.begin, span.end, step});
        m_spent[span.what] += std::chrono::duration<double>(span.end - span.begin).count();
    }
}

/// What comes after the last step, a validation or a save, belongs to it.
void TraceHook::onMicroBegin(StepContext& context) {
    if (!m_isWritten && m_kept >= m_options.steps)
        write(context);
}

void TraceHook::onTrainEnd(StepContext& context, RunEnd) {
    if (!m_isWritten && m_kept > 0)
        write(context);
}

std::string TraceHook::json() const {
    Json events = {named("process_name", "unlit train"), named("thread_name", "training")};
    const auto add = [&](const Slice& slice, const char* phase) {
        Json event = {{"name", slice.name},
                      {"cat", slice.category},
                      {"ph", phase},
                      {"ts", microseconds(slice.begin - m_origin)},
                      {"pid", kProcess},
                      {"tid", kThread},
                      {"args", {{"step", slice.step}}}};
        if (*phase == 'X')
            event["dur"] = microseconds(slice.end - slice.begin);
        else
            event["s"] = "t";
        events.push_back(std::move(event));
    };
    for (const Slice& slice : m_slices)
        add(slice, "X");
    for (const Slice& moment : m_moments)
        add(moment, "i");
    Json shares = Json::object();
    for (const auto& [what, seconds] : m_spent)
        shares[what] = m_stepSeconds > 0 ? seconds / m_stepSeconds : 0;
    return Json{{"traceEvents", events}, {"displayTimeUnit", "ms"}, {"shares", shares}}.dump();
}

std::string TraceHook::sharesText() const {
    std::string text;
    for (const auto& [what, seconds] : m_spent) {
        const double share = m_stepSeconds > 0 ? 100 * seconds / m_stepSeconds : 0;
        text += (text.empty() ? "" : ", ") + what + " " +
                std::to_string(static_cast<int>(std::lround(share))) + " %";
    }
    return text.empty() ? "no phases" : text;
}

void TraceHook::write(StepContext& context) {
    m_isWritten = true;
    context.task.keepSpans(false);
    std::array<char, 40> name{};
    std::snprintf(name.data(), name.size(), "trace_%06lld.json",
                  static_cast<long long>(m_firstStep));
    try {
        writeAtomically(m_run.path() / name.data(), json());
        context.log(LogLine::Level::Info,
                    std::string(name.data()) + " has steps " + std::to_string(m_firstStep) +
                        " to " + std::to_string(m_firstStep + m_kept - 1) + ": " + sharesText());
    } catch (const Error& error) {
        context.log(LogLine::Level::Warning,
                    std::string("the trace was not written: ") + error.what());
    }
    m_slices = {};
    m_moments = {};
}

} // namespace unlit::train
