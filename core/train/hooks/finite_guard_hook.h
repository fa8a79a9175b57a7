// Stops a run before numbers that are none reach the weights.
#pragma once

#include "core/train/hook.h"

#include <functional>
#include <string>

namespace unlit::train {

/// Looks at losses and gradients of each step, after they are there and before the optimizer takes
/// them. What is not finite ends the run as failed: the error names the pictures and the first part
/// of the network that went wrong, and the weights are those of the step before.
class FiniteGuardHook : public Hook {
public:
    /// `waysOn`: how the run can be gone on with, for the error's end; may be empty.
    explicit FiniteGuardHook(std::function<std::string()> waysOn = {})
        : m_waysOn(std::move(waysOn)) {}

    void onBackwardEnd(StepContext& context) override;

private:
    std::function<std::string()> m_waysOn;
};

} // namespace unlit::train
