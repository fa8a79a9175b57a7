// Looks at losses that jump above what is usual.
#pragma once

#include "core/base/error.h"
#include "core/config/loss_spike_config.h"
#include "core/train/hook.h"

#include <cstdint>
#include <functional>
#include <string>

namespace unlit::train {

/// Ends a run whose loss has jumped. `goesBack`: the run is to go on from the checkpoint before.
class LossSpike : public Error {
public:
    LossSpike(Error error, bool isToGoBack) : Error(std::move(error)), goesBack(isToGoBack) {}

    bool goesBack = false;
};

/// The loss of each step, after its gradients are there and before the optimizer takes them, is
/// held against the median of the steps before it (RunPosition::recentLosses, which this hook
/// keeps, so that a resumed run finds what it would have found without the stop). A loss that is
/// not finite is FiniteGuardHook's. `train/loss_spikes` tells how many there were in this process.
class LossSpikeHook : public Hook {
public:
    /// `waysOn`: how the run can be gone on with, for the error's end; may be empty.
    explicit LossSpikeHook(config::LossSpikeConfig config, std::function<std::string()> waysOn = {})
        : m_config(config), m_waysOn(std::move(waysOn)) {}

    /// Throws LossSpike.
    void onBackwardEnd(StepContext& context) override;
    void onStepEnd(StepContext& context) override;

private:
    void take(StepContext& context, double loss, double median);

    config::LossSpikeConfig m_config;
    std::function<std::string()> m_waysOn;
    std::int64_t m_inARow = 0;
    std::int64_t m_found = 0;
};

} // namespace unlit::train
