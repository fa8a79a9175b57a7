#include "core/train/hooks/latest_hook.h"

namespace unlit::train {

void LatestHook::onTrainBegin(StepContext&) {
    m_saved = m_now();
}

void LatestHook::onStepEnd(StepContext& context) {
    const std::chrono::duration<double, std::ratio<60>> age = m_now() - m_saved;
    const bool isOld = m_minutes > 0 && age.count() >= m_minutes;
    if (!isOld && (m_period == 0 || context.position.step % m_period != 0))
        return;
    m_store.saveLatest(context);
    m_saved = m_now();
}

void LatestHook::onTrainEnd(StepContext& context, RunEnd) {
    if (!context.isConsistent)
        context.log(LogLine::Level::Warning,
                    "nothing was saved at the end: the run goes on from the checkpoint before");
    else
        m_store.saveLatest(context);
}

} // namespace unlit::train
