#include "core/train/hooks/backup_hook.h"

#include <utility>

namespace unlit::train {

/// Epochs end within steps: it is the first step's end after one that looks.
bool BackupHook::endsEpochs(StepContext& context) const {
    const std::int64_t before = std::exchange(context.position.backupEpoch, context.position.epoch);
    return m_epochs > 0 && (context.position.epoch - 1) / m_epochs > (before - 1) / m_epochs;
}

void BackupHook::onStepEnd(StepContext& context) {
    const bool hasEpochs = endsEpochs(context);
    if (hasEpochs || (m_period > 0 && context.position.step % m_period == 0))
        m_store.saveBackup(context);
}

void BackupHook::onTrainEnd(StepContext& context, RunEnd end) {
    if (end == RunEnd::Complete && context.isConsistent)
        m_store.saveLastBackup(context);
    m_store.settle(context); // whatever is on its way: the run ends when it is there
}

} // namespace unlit::train
