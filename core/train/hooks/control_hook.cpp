#include "core/train/hooks/control_hook.h"

namespace unlit::train {

void ControlHook::onMicroBegin(StepContext& context) {
    m_control->letOthersGo();
    serve(context);
    if (!m_control->isPaused())
        return;
    context.post(TrainingPaused{true});
    while (m_control->isPaused() && !context.stop.stop_requested()) {
        m_control->waitWhilePaused(context.stop);
        serve(context);
    }
    context.post(TrainingPaused{false});
}

void ControlHook::serve(StepContext& context) {
    const ControlRequests requests = m_control->take();
    if (requests.learningRate)
        context.position.learningRate = requests.learningRate;
    if (requests.validateNow) {
        m_validation.validateNow(context);
        m_visualization.saveNow(context);
    }
    if (requests.saveNow)
        m_store.saveLatest(context);
}

} // namespace unlit::train
