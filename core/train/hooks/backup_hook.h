// Keeps the weights every so many steps, and those that the run ends with.
#pragma once

#include "core/train/checkpoint/checkpoint_store.h"

namespace unlit::train {

class BackupHook : public Hook {
public:
    /// `period` in optimizer steps, 0 = only at the end. The store outlives the hook.
    BackupHook(CheckpointStore& store, std::int64_t period) : m_store(store), m_period(period) {}

    void onStepEnd(StepContext& context) override;
    void onTrainEnd(StepContext& context, RunEnd end) override;

private:
    CheckpointStore& m_store;
    std::int64_t m_period;
};

} // namespace unlit::train
