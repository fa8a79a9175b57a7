#include "core/train/hooks/latest_hook.h"

namespace unlit::train {

void LatestHook::onStepEnd(StepContext& context) {
    if (m_period > 0 && context.position.step % m_period == 0)
        m_store.saveLatest(context);
}

void LatestHook::onTrainEnd(StepContext& context, RunEnd) {
    if (!context.isConsistent)
        context.log(LogLine::Level::Warning,
                    "nothing was saved at the end: the run goes on from the checkpoint before");
    else
        m_store.saveLatest(context);
}

} // namespace unlit::train
