// The loss of each part of the noise schedule as a figure of its own.
#pragma once

#include "core/config/train_config.h"
#include "core/train/hook.h"
#include "core/train/hooks/timestep_figure.h"

#include <cstdint>
#include <vector>

namespace unlit::train {

/// Puts `train/loss_tFIRST-LAST` into the context of a step: the mean loss of its samples whose
/// timestep lies from FIRST to LAST, both counted; nothing where it had none. The schedule is cut
/// into `bins` parts of one length (or one apart, where they do not divide it). Stands before the
/// hook that writes figures. Losses of samples must be kept (StepOptions::sampleLosses).
class TimestepLossHook : public Hook {
public:
    /// Whether the recipe has parts, and a training that knows timesteps.
    static bool isWanted(const config::TrainConfig& config);

    /// Both at least 1; there are no more bins than timesteps.
    TimestepLossHook(std::int64_t bins, std::int64_t trainTimesteps);

    void onBackwardEnd(StepContext& context) override;
    void onStepEnd(StepContext& context) override;

private:
    std::vector<std::int64_t> m_firsts; ///< of each bin, and the number of timesteps
    std::vector<SampleLoss> m_ofStep;
};

} // namespace unlit::train
