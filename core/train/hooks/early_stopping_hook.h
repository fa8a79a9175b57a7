// Ends a run whose figure gains nothing any more, is good enough, or has got out of hand.
#pragma once

#include "core/config/early_stopping_config.h"
#include "core/train/hook.h"
#include "core/train/hooks/metrics_hook.h"

#include <set>
#include <string>

namespace unlit::train {

/// The run is complete then, as at its last step; one that is resumed ends at once, unless the
/// settings have changed. Rules as Prechelt's "Early Stopping, But When?" (1998), with the settings
/// of PyTorch Lightning's EarlyStopping.
class EarlyStoppingHook : public Hook {
public:
    /// `config.monitor` is the whole tag of the figure, `goal` the way in which it gets better.
    EarlyStoppingHook(config::EarlyStoppingConfig config, config::MetricGoal goal)
        : m_config(std::move(config)), m_goal(goal) {}

    /// Passes rows on to `write`, and looks at them first: what it knows of the figure is in the
    /// position before the validation that tells it saves. For rows that are written while the run
    /// goes. Not beyond the hook's life.
    WriteRow watching(WriteRow write);

    void onTrainBegin(StepContext& context) override;
    /// Throws Error::invalidInput where the figure is not among those of its kind: a step's, or
    /// those of a validation.
    void onStepEnd(StepContext& context) override;

private:
    void take(const MetricRow& row);
    void requireMonitor();
    std::string reasonToEnd(const EarlyStoppingState& state) const;
    bool isBetter(double value, double than) const;
    void endIfDue(StepContext& context) const;

    config::EarlyStoppingConfig m_config;
    config::MetricGoal m_goal;
    RunPosition* m_position = nullptr; ///< of the run, from its begin to its end
    bool m_isKnown = false;            ///< the figure was told
    std::set<std::string> m_told;      ///< figures of the run until then
};

} // namespace unlit::train
