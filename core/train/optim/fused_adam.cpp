#include "core/train/optim/fused_adam.h"

#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/utils.h>
#include <torch/version.h>

#if UNLIT_CUDA && (TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR > 0))
#define UNLIT_FUSED_ADAM 1
#include "core/nn/torch_compat.h"

#include <ATen/ops/_fused_adam.h>
#include <ATen/ops/_fused_adamw.h>
#endif

#include <algorithm>
#include <map>

namespace unlit::train {

#if UNLIT_FUSED_ADAM

namespace {

/// Weights that have taken the same number of steps.
struct Lists {
    std::vector<torch::Tensor> weights, gradients, means, squares, largest, steps;
};

bool isFusable(const torch::optim::Optimizer& optimizer) {
    for (const auto& group : optimizer.param_groups())
        for (const torch::Tensor& weight : group.params())
            if (!weight.is_cuda() || weight.scalar_type() != torch::kFloat32)
                return false;
    return true;
}

/// The kernel goes through memory, whatever the order of the dimensions in it.
torch::Tensor laidOutAs(const torch::Tensor& weight, const torch::Tensor& gradient) {
    if (gradient.strides() == weight.strides())
        return gradient;
    return torch::empty_like(weight, torch::MemoryFormat::Preserve).copy_(gradient);
}

/// As torch's own optimizer makes it at its first step.
template <class State>
State& stateOf(torch::optim::Optimizer& optimizer, const torch::Tensor& weight, bool isAmsgrad) {
    auto& slot = optimizer.state()[nn::compat::optimizerStateKey(weight)];
    if (!slot) {
        auto made = std::make_unique<State>();
        const auto zeros = [&weight] {
            return torch::zeros_like(weight, torch::MemoryFormat::Preserve);
        };
        made->step(0);
        made->exp_avg(zeros());
        made->exp_avg_sq(zeros());
        if (isAmsgrad)
            made->max_exp_avg_sq(zeros());
        slot = std::move(made);
    }
    return static_cast<State&>(*slot);
}

template <class State>
std::map<std::int64_t, Lists> listsOf(torch::optim::Optimizer& optimizer,
                                      const std::vector<torch::Tensor>& weights, bool isAmsgrad) {
    std::map<std::int64_t, Lists> bySteps;
    for (const torch::Tensor& weight : weights) {
        if (!weight.grad().defined())
            continue;
        auto& state = stateOf<State>(optimizer, weight, isAmsgrad);
        state.step(state.step() + 1);
        Lists& lists = bySteps[state.step()];
        if (lists.steps.empty())
            lists.steps.push_back(
                torch::full({}, static_cast<double>(state.step()),
                            torch::TensorOptions(torch::kFloat32).device(weight.device())));
        else
            lists.steps.push_back(lists.steps.front());
        lists.weights.push_back(weight);
        lists.gradients.push_back(laidOutAs(weight, weight.grad()));
        lists.means.push_back(state.exp_avg());
        lists.squares.push_back(state.exp_avg_sq());
        if (isAmsgrad)
            lists.largest.push_back(state.max_exp_avg_sq());
    }
    return bySteps;
}

template <class Options, class State, class Kernel>
void step(torch::optim::Optimizer& optimizer, const Kernel& kernel) {
    for (auto& group : optimizer.param_groups()) {
        const auto& options = static_cast<const Options&>(group.options());
        for (auto& [steps, lists] : listsOf<State>(optimizer, group.params(), options.amsgrad()))
            kernel(lists.weights, lists.gradients, lists.means, lists.squares, lists.largest,
                   lists.steps, options.lr(), std::get<0>(options.betas()),
                   std::get<1>(options.betas()), options.weight_decay(), options.eps(),
                   options.amsgrad(), /*maximize=*/false);
    }
}

} // namespace

bool takeFusedAdamStep(config::OptimizerKind kind, torch::optim::Optimizer& optimizer) {
    const bool isAdam = kind == config::OptimizerKind::Adam;
    if ((!isAdam && kind != config::OptimizerKind::AdamW) || !isFusable(optimizer))
        return false;
    const torch::NoGradGuard noGrad;
    if (isAdam)
        step<torch::optim::AdamOptions, torch::optim::AdamParamState>(
            optimizer, [](auto&&... all) { at::_fused_adam_(all...); });
    else
        step<torch::optim::AdamWOptions, torch::optim::AdamWParamState>(
            optimizer, [](auto&&... all) { at::_fused_adamw_(all...); });
    return true;
}

#else

bool takeFusedAdamStep(config::OptimizerKind, torch::optim::Optimizer&) {
    return false;
}

#endif

} // namespace unlit::train
