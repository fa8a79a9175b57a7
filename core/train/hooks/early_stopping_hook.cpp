#include "core/train/hooks/early_stopping_hook.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace unlit::train {

namespace {

constexpr std::string_view kValidationTags = "val/";

std::string shortNumber(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

} // namespace

WriteRow EarlyStoppingHook::watching(WriteRow write) {
    return [this, write = std::move(write)](const MetricRow& row) {
        take(row);
        write(row);
    };
}

void EarlyStoppingHook::onTrainBegin(StepContext& context) {
    m_position = &context.position;
    endIfDue(context);
}

void EarlyStoppingHook::onStepEnd(StepContext& context) {
    if (!m_isKnown)
        requireMonitor();
    endIfDue(context);
}

void EarlyStoppingHook::take(const MetricRow& row) {
    const auto found = std::ranges::find(row.scalars, m_config.monitor, &Scalar::tag);
    if (found == row.scalars.end()) {
        if (!m_isKnown)
            for (const Scalar& scalar : row.scalars)
                m_told.insert(scalar.tag);
        return;
    }
    m_isKnown = true;
    if (m_position == nullptr)
        return;
    auto& state = m_position->earlyStopping;
    const double value = found->value;
    if (!state && std::isfinite(value)) {
        state = {.best = value, .bestStep = row.step, .last = value, .waited = 0};
        return;
    }
    if (!state) // a figure that is no number from the start is not the best one
        return;
    state->last = value;
    const double sign = m_goal == config::MetricGoal::Minimize ? -1 : 1;
    if (sign * (value - state->best) > m_config.minDelta) {
        state->best = value;
        state->bestStep = row.step;
        state->waited = 0;
    } else {
        ++state->waited;
    }
}

/// Figures of a step are all there at its end, those of a validation when one was told.
void EarlyStoppingHook::requireMonitor() {
    const bool isOfValidation = m_config.monitor.starts_with(kValidationTags);
    std::string others;
    for (const std::string& tag : m_told)
        if (tag.starts_with(kValidationTags) == isOfValidation)
            others += (others.empty() ? "" : ", ") + tag;
    if (!others.empty())
        throw Error::invalidInput("early_stopping.monitor: this run tells no figure '" +
                                      m_config.monitor + "'",
                                  "take one of " + others);
}

bool EarlyStoppingHook::isBetter(double value, double than) const {
    return m_goal == config::MetricGoal::Minimize ? value < than : value > than;
}

std::string EarlyStoppingHook::reasonToEnd(const EarlyStoppingState& state) const {
    const auto& good = m_config.stoppingThreshold;
    if (good && !isBetter(*good, state.last) && std::isfinite(state.last))
        return "is " + shortNumber(state.last) + ", as good as stopping_threshold asks";
    const auto& bad = m_config.divergenceThreshold;
    if (bad && (!std::isfinite(state.last) || isBetter(*bad, state.last)))
        return "is " + shortNumber(state.last) + ", worse than divergence_threshold";
    if (state.waited >= m_config.patience)
        return "has gained nothing " + std::to_string(state.waited) + " times since step " +
               std::to_string(state.bestStep) + ", where it was " + shortNumber(state.best);
    return "";
}

void EarlyStoppingHook::endIfDue(StepContext& context) const {
    const auto& state = context.position.earlyStopping;
    const std::string reason = state ? reasonToEnd(*state) : "";
    if (reason.empty())
        return;
    context.log(LogLine::Level::Info, "early_stopping ends the run at step " +
                                          std::to_string(context.position.step) + ": " +
                                          m_config.monitor + " " + reason);
    context.wanted = RunEnd::Complete;
}

} // namespace unlit::train
