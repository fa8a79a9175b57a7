// Stops a run before numbers that are none reach the weights.
#pragma once

#include "core/config/trainer_config.h"
#include "core/train/hook.h"

#include <functional>
#include <string>

namespace unlit::train {

/// Looks at losses and gradients of each step, after they are there and before the optimizer takes
/// them. What becomes of a step that is not finite is the policy's to say; in every case the
/// pictures and the first part of the network that went wrong are named. Stop ends the run as
/// failed, with the weights of the step before. Skip drops the gradients, so that the optimizer
/// moves nothing; the step counts, and `train/non_finite_steps` tells how many there were; after
/// kMostInARow it ends the run as Stop does. Warn leaves them as they are.
class FiniteGuardHook : public Hook {
public:
    static constexpr int kMostInARow = 100;

    /// `waysOn`: how the run can be gone on with, for the error's end; may be empty.
    explicit FiniteGuardHook(config::NonFinitePolicy policy = config::NonFinitePolicy::Stop,
                             std::function<std::string()> waysOn = {})
        : m_policy(policy), m_waysOn(std::move(waysOn)) {}

    void onBackwardEnd(StepContext& context) override;

private:
    void goOn(StepContext& context, const std::string& what);

    config::NonFinitePolicy m_policy;
    std::function<std::string()> m_waysOn;
    int m_inARow = 0;
    std::int64_t m_found = 0; ///< of this process
};

} // namespace unlit::train
