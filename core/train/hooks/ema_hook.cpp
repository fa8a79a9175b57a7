#include "core/train/hooks/ema_hook.h"

#include "core/train/optim/ema.h"

namespace unlit::train {

void EmaHook::onStepEnd(StepContext& context) {
    if (const Ema* ema = context.task.ema())
        context.scalars.push_back({"train/ema_decay", ema->decayAt(context.position.step)});
}

} // namespace unlit::train
