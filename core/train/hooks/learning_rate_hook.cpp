#include "core/train/hooks/learning_rate_hook.h"

namespace unlit::train {

double LearningRateHook::rate(const StepContext& context) const {
    const RunPosition& position = context.position;
    return position.learningRate.value_or(m_baseRate.at(position.step)) *
           m_schedule.factor(position.step);
}

void LearningRateHook::onBackwardEnd(StepContext& context) {
    context.task.optimizer().setLearningRate(rate(context));
}

void LearningRateHook::onStepEnd(StepContext& context) {
    context.scalars.push_back({"lr", rate(context)});
}

} // namespace unlit::train
