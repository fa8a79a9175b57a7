// Stops a run before numbers that are none reach the weights.
#pragma once

#include "core/train/hook.h"

namespace unlit::train {

/// Looks at losses and gradients of each step, after they are there and before the optimizer takes
/// them. What is not finite ends the run as failed: the error names the pictures and the first part
/// of the network that went wrong, and the weights are those of the step before.
class FiniteGuardHook : public Hook {
public:
    void onBackwardEnd(StepContext& context) override;
};

} // namespace unlit::train
