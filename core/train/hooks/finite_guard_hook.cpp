#include "core/train/hooks/finite_guard_hook.h"

#include "core/base/error.h"
#include "core/base/split_text.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace unlit::train {

namespace {

bool gradientsAreFinite(const Optimizer& optimizer) {
    std::vector<torch::Tensor> sums, onGpu;
    for (const NamedParameter& parameter : optimizer.parameters()) {
        const torch::Tensor gradient = parameter.value.grad();
        if (gradient.defined() && gradient.is_cuda())
            onGpu.push_back(gradient);
        else if (gradient.defined())
            sums.push_back(gradient.abs().max());
    }
    if (!onGpu.empty()) // in a few launches for all
        sums = at::_foreach_norm(onGpu);
    return sums.empty() || torch::isfinite(torch::stack(sums)).all().item<bool>();
}

} // namespace

void FiniteGuardHook::onBackwardEnd(StepContext& context) {
    const RunPosition& position = context.position;
    const auto badLoss =
        std::ranges::find_if(position.losses, [](float loss) { return !std::isfinite(loss); });
    if (badLoss == position.losses.end() && gradientsAreFinite(context.task.optimizer()))
        return;
    const auto micro = static_cast<std::size_t>(badLoss - position.losses.begin());
    const bool knowsBatch = micro < position.samples.size();
    const std::string what = knowsBatch ? "the loss" : "a gradient";
    std::string pictures;
    if (knowsBatch)
        pictures = joined(position.samples[micro]);
    else
        for (const auto& samples : position.samples)
            pictures += (pictures.empty() ? "" : ", ") + joined(samples);
    const std::string reason = context.task.explainNonFinite(knowsBatch ? micro : 0);
    throw Error::invalidInput(
        what + " of step " + std::to_string(position.step + 1) + " is not a finite number; " +
            "pictures: " + pictures + (reason.empty() ? "" : "; " + reason),
        "the weights are those of the step before; look at these pictures, lower the learning "
        "rate, or set trainer.max_grad_norm" +
            (m_waysOn ? ": " + m_waysOn() : ""));
}

} // namespace unlit::train
