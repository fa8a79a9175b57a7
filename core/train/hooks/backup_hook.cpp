#include "core/train/hooks/backup_hook.h"

namespace unlit::train {

void BackupHook::onStepEnd(StepContext& context) {
    if (m_period > 0 && context.position.step % m_period == 0)
        m_store.saveBackup(context);
}

void BackupHook::onTrainEnd(StepContext& context, RunEnd end) {
    if (end == RunEnd::Complete && context.isConsistent)
        m_store.saveBackup(context);
}

} // namespace unlit::train
