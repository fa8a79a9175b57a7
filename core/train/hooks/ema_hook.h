// Tells how slowly the running mean of the weights follows them.
#pragma once

#include "core/train/hook.h"

namespace unlit::train {

/// The scalar "train/ema_decay" is that of the step that ends. The task itself updates the mean, in
/// one go with the weights, so that nothing can be saved in between.
class EmaHook : public Hook {
public:
    void onStepEnd(StepContext& context) override;
};

} // namespace unlit::train
