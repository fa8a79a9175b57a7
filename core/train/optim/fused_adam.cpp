#include "core/train/optim/fused_adam.h"

#include "core/base/error.h"
#include "core/train/optim/adam_state.h"
#include "core/train/optim/update_loops.h"

#include <ATen/Parallel.h>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/utils.h>
#include <torch/version.h>

#if UNLIT_CUDA && (TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR > 0))
#define UNLIT_FUSED_ADAM_ON_GPU 1
#include <ATen/ops/_fused_adam.h>
#include <ATen/ops/_fused_adamw.h>
#endif

#include <cmath>
#include <map>

namespace unlit::train {

namespace {

enum class Place { Processor, Gpu, Elsewhere };

bool isOn(Place place, const torch::Tensor& weight) {
    const bool isThere = place == Place::Gpu ? weight.is_cuda() : weight.is_cpu();
    return isThere && weight.scalar_type() == torch::kFloat32 &&
           weight.is_non_overlapping_and_dense();
}

/// Where all weights are.
Place placeOf(const torch::optim::Optimizer& optimizer) {
    for (const Place place : {Place::Processor, Place::Gpu}) {
        bool areAll = true;
        for (const auto& group : optimizer.param_groups())
            for (const torch::Tensor& weight : group.params())
                areAll = areAll && isOn(place, weight);
        if (areAll)
            return place;
    }
    return Place::Elsewhere;
}

// On a processor.

template <class Options>
AdamNumbers numbersOf(const Options& options, bool isDecoupled, std::int64_t step) {
    const auto [beta1, beta2] = options.betas();
    const double decay = options.weight_decay();
    AdamNumbers numbers;
    numbers.shrink = static_cast<float>(isDecoupled ? 1 - options.lr() * decay : 1);
    numbers.decayInGradient = static_cast<float>(isDecoupled ? 0 : decay);
    numbers.keepMean = static_cast<float>(beta1);
    numbers.keepSquare = static_cast<float>(beta2);
    numbers.newMean = static_cast<float>(1 - beta1);
    numbers.newSquare = static_cast<float>(1 - beta2);
    const auto steps = static_cast<double>(step);
    numbers.rootCorrection = static_cast<float>(std::sqrt(1 - std::pow(beta2, steps)));
    numbers.stepSize = static_cast<float>(options.lr() / (1 - std::pow(beta1, steps)));
    numbers.eps = static_cast<float>(options.eps());
    if (!std::isfinite(
            numbers.stepSize)) // torch's own refuses it, too; it would spoil every weight
        throw Error::invalidInput("the learning rate moves weights by more than float32 can hold",
                                  "lower lr");
    return numbers;
}

/// `largest`: undefined without amsgrad.
void stepThrough(const AdamNumbers& numbers, const torch::Tensor& weight,
                 const torch::Tensor& gradient, const torch::Tensor& mean,
                 const torch::Tensor& square, const torch::Tensor& largest) {
    constexpr std::int64_t kGrain = 16384; // below it threads cost more than they bring
    float* const w = weight.data_ptr<float>();
    const float* const g = gradient.data_ptr<float>();
    float* const m = mean.data_ptr<float>();
    float* const v = square.data_ptr<float>();
    float* const most = largest.defined() ? largest.data_ptr<float>() : nullptr;
    at::parallel_for(0, weight.numel(), kGrain, [&](std::int64_t first, std::int64_t end) {
        const std::int64_t count = end - first;
        if (most != nullptr)
            takeAmsgradStep(numbers, count, g + first, w + first, m + first, v + first,
                            most + first);
        else
            takeAdamStep(numbers, count, g + first, w + first, m + first, v + first);
    });
}

template <class Options, class State>
void stepOnProcessor(torch::optim::Optimizer& optimizer, bool isDecoupled) {
    for (auto& group : optimizer.param_groups()) {
        const auto& options = static_cast<const Options&>(group.options());
        for (const torch::Tensor& weight : group.params()) {
            if (!weight.grad().defined())
                continue;
            State& state = adamStateOf<State>(optimizer, weight, options.amsgrad());
            state.step(state.step() + 1);
            stepThrough(numbersOf(options, isDecoupled, state.step()), weight,
                        laidOutAs(weight, weight.grad()), state.exp_avg(), state.exp_avg_sq(),
                        options.amsgrad() ? state.max_exp_avg_sq() : torch::Tensor());
        }
    }
}

bool takeStepOnProcessor(config::OptimizerKind kind, torch::optim::Optimizer& optimizer) {
    if (kind == config::OptimizerKind::Adam)
        stepOnProcessor<torch::optim::AdamOptions, torch::optim::AdamParamState>(optimizer, false);
    else
        stepOnProcessor<torch::optim::AdamWOptions, torch::optim::AdamWParamState>(optimizer, true);
    return true;
}

#if UNLIT_FUSED_ADAM_ON_GPU

/// Weights that have taken the same number of steps.
struct Lists {
    std::vector<torch::Tensor> weights, gradients, means, squares, largest, steps;
};

template <class State>
std::map<std::int64_t, Lists> listsOf(torch::optim::Optimizer& optimizer,
                                      const std::vector<torch::Tensor>& weights, bool isAmsgrad) {
    std::map<std::int64_t, Lists> bySteps;
    for (const torch::Tensor& weight : weights) {
        if (!weight.grad().defined())
            continue;
        auto& state = adamStateOf<State>(optimizer, weight, isAmsgrad);
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
void stepOnGpu(torch::optim::Optimizer& optimizer, const Kernel& kernel) {
    for (auto& group : optimizer.param_groups()) {
        const auto& options = static_cast<const Options&>(group.options());
        for (auto& [steps, lists] : listsOf<State>(optimizer, group.params(), options.amsgrad()))
            kernel(lists.weights, lists.gradients, lists.means, lists.squares, lists.largest,
                   lists.steps, options.lr(), std::get<0>(options.betas()),
                   std::get<1>(options.betas()), options.weight_decay(), options.eps(),
                   options.amsgrad(), /*maximize=*/false);
    }
}

bool takeStepOnGpu(config::OptimizerKind kind, torch::optim::Optimizer& optimizer) {
    if (kind == config::OptimizerKind::Adam)
        stepOnGpu<torch::optim::AdamOptions, torch::optim::AdamParamState>(
            optimizer, [](auto&&... all) { at::_fused_adam_(all...); });
    else
        stepOnGpu<torch::optim::AdamWOptions, torch::optim::AdamWParamState>(
            optimizer, [](auto&&... all) { at::_fused_adamw_(all...); });
    return true;
}

#else

bool takeStepOnGpu(config::OptimizerKind, torch::optim::Optimizer&) {
    return false;
}

#endif

} // namespace

bool takeFusedAdamStep(config::OptimizerKind kind, torch::optim::Optimizer& optimizer) {
    if (kind != config::OptimizerKind::Adam && kind != config::OptimizerKind::AdamW)
        return false;
    const torch::NoGradGuard noGrad;
    switch (placeOf(optimizer)) {
    case Place::Processor:
        return takeStepOnProcessor(kind, optimizer);
    case Place::Gpu:
        return takeStepOnGpu(kind, optimizer);
    case Place::Elsewhere:
        break;
    }
    return false;
}

} // namespace unlit::train
