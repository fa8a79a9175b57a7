#include "core/train/hooks/control_hook.h"

#include "core/train/distributed/peers.h"

namespace unlit::train {

void ControlHook::onMicroBegin(StepContext& context) {
    m_control->letOthersGo();
    m_store.waitForRoom(context);
    serve(context);
    if (!m_control->isPaused())
        return;
    Peers* const peers = context.task.peers();
    if (peers != nullptr)
        peers->rest(true);
    context.post(TrainingPaused{true, context.position.step, m_control->pausedBy()});
    while (m_control->isPaused() && !context.stop.stop_requested()) {
        m_control->waitWhilePaused(context.stop);
        serve(context);
    }
    if (peers != nullptr)
        peers->rest(false);
    context.post(TrainingPaused{false, context.position.step, m_control->pausedBy()});
}

void ControlHook::serve(StepContext& context) {
    const ControlRequests requests = m_control->take();
    if (requests.learningRate)
        setLearningRate(context, *requests.learningRate, requests.rateBy);
    if (requests.validateNow) {
        tell(context, RunIntervention::What::Validation, requests.validationBy);
        m_validation.validateNow(context);
        m_visualization.saveNow(context);
        context.post(Progress{context.fraction, {}, {}}); // of a paused run no step follows
    }
    if (requests.saveNow) {
        tell(context, RunIntervention::What::Save, requests.saveBy);
        m_store.saveAsked(context);
    }
}

void ControlHook::setLearningRate(StepContext& context, double rate, AskedBy by) const {
    RunPosition& position = context.position;
    context.post(RunIntervention{position.step, RunIntervention::What::LearningRate, by,
                                 position.learningRate.value_or(m_baseRate.at(position.step)),
                                 rate});
    position.learningRate = rate;
}

void ControlHook::tell(const StepContext& context, RunIntervention::What what, AskedBy by) {
    context.post(RunIntervention{context.position.step, what, by});
}

} // namespace unlit::train
