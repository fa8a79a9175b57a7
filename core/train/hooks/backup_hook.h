// Keeps the weights every so many steps or epochs, and those that the run ends with.
#pragma once

#include "core/train/checkpoint/checkpoint_store.h"

namespace unlit::train {

class BackupHook : public Hook {
public:
    /// `period` in optimizer steps, `epochs` in passes through the set (at the end of the step in
    /// which the last of them ended); 0 = not for that. The store outlives the hook.
    BackupHook(CheckpointStore& store, std::int64_t period, std::int64_t epochs)
        : m_store(store), m_period(period), m_epochs(epochs) {}

    void onStepEnd(StepContext& context) override;
    void onTrainEnd(StepContext& context, RunEnd end) override;

private:
    bool endsEpochs(StepContext& context) const;

    CheckpointStore& m_store;
    std::int64_t m_period;
    std::int64_t m_epochs;
};

} // namespace unlit::train
