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
        return m_inARow = 0, void();
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
    const std::string found = what + " of step " + std::to_string(position.step + 1) +
                              " is not a finite number; pictures: " + pictures +
                              (reason.empty() ? "" : "; " + reason);
    ++m_inARow;
    const bool isToEnd = m_policy == config::NonFinitePolicy::Stop ||
                         (m_policy == config::NonFinitePolicy::Skip && m_inARow > kMostInARow);
    if (!isToEnd)
        return goOn(context, found);
    throw Error::invalidInput(
        (m_inARow > kMostInARow ? std::to_string(kMostInARow) + " steps in a row were left out; "
                                : std::string()) +
            found,
        "the weights are those of the step before; look at these pictures, lower the learning "
        "rate, or set trainer.max_grad_norm" +
            (m_waysOn ? ": " + m_waysOn() : ""));
}

void FiniteGuardHook::goOn(StepContext& context, const std::string& what) {
    const bool isSkipped = m_policy == config::NonFinitePolicy::Skip;
    context.log(LogLine::Level::Warning,
                what + (isSkipped ? "; the step is left out" : "; the step is taken all the same"));
    if (isSkipped)
        context.task.dropGradients();
    context.scalars.push_back({"train/non_finite_steps", static_cast<double>(++m_found)});
}

} // namespace unlit::train
