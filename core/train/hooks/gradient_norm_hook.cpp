#include "core/train/hooks/gradient_norm_hook.h"

#include <torch/utils.h>

#include <cmath>
#include <vector>

namespace unlit::train {

namespace {

constexpr double kEpsilon = 1e-6; // torch's, against division by zero

} // namespace

void GradientNormHook::onBackwardEnd(StepContext& context) {
    const torch::NoGradGuard noGrad;
    std::vector<torch::Tensor> norms, onGpu;
    for (const NamedParameter& parameter : context.task.optimizer().parameters()) {
        const torch::Tensor gradient = parameter.value.grad();
        if (gradient.defined() && gradient.is_cuda())
            onGpu.push_back(gradient);
        else if (gradient.defined())
            norms.push_back(gradient.norm());
    }
    if (!onGpu.empty()) // in a few launches for all
        norms = at::_foreach_norm(onGpu);
    m_norm = norms.empty() ? 0 : torch::stack(norms).norm().item<double>();
    const double maxNorm = m_maxNorm.at(context.position.step);
    if (maxNorm <= 0 || !std::isfinite(m_norm))
        return;
    const double scale = maxNorm / (m_norm + kEpsilon);
    if (scale >= 1)
        return;
    if (!onGpu.empty())
        at::_foreach_mul_(onGpu, scale);
    for (const NamedParameter& parameter : context.task.optimizer().parameters()) {
        torch::Tensor gradient = parameter.value.grad();
        if (gradient.defined() && !gradient.is_cuda())
            gradient.mul_(scale);
    }
}

void GradientNormHook::onStepEnd(StepContext& context) {
    context.scalars.push_back({"train/grad_norm", m_norm});
}

} // namespace unlit::train
