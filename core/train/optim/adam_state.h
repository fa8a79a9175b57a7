// What torch's Adam and AdamW remember of a weight, made and laid out as they do it.
#pragma once

#include "core/nn/torch_compat.h"

#include <torch/optim/optimizer.h>

#include <memory>

namespace unlit::train {

/// The moments of a weight, zeros in its own layout before its first step, as torch's own optimizer
/// begins. `State`: torch::optim::AdamParamState or AdamWParamState.
template <class State>
State& adamStateOf(torch::optim::Optimizer& optimizer, const torch::Tensor& weight,
                   bool isAmsgrad) {
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

/// Passes go through memory, whatever the order of the dimensions in it.
inline torch::Tensor laidOutAs(const torch::Tensor& weight, const torch::Tensor& values) {
    if (values.strides() == weight.strides())
        return values;
    return torch::empty_like(weight, torch::MemoryFormat::Preserve).copy_(values);
}

} // namespace unlit::train
