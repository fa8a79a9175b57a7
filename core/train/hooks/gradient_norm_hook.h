// Measures the gradients of each step, and scales them down where they are too large.
#pragma once

#include "core/config/scheduled_number.h"
#include "core/train/hook.h"

namespace unlit::train {

/// The scalar "train/grad_norm" is the L2 norm over all weights before scaling. Gradients that are
/// not finite are left as they are, for the guard behind this hook to find.
class GradientNormHook : public Hook {
public:
    /// `maxNorm`: 0 = never scale. Source: Pascanu et al. 2013, as torch's clip_grad_norm_.
    explicit GradientNormHook(config::ScheduledNumber maxNorm) : m_maxNorm(maxNorm) {}

    void onBackwardEnd(StepContext& context) override;
    void onStepEnd(StepContext& context) override;

private:
    config::ScheduledNumber m_maxNorm;
    double m_norm = 0;
};

} // namespace unlit::train
