// Gradient checkpointing: what a part of a network computes on its way is not kept for the backward
// pass but computed again in it.
#pragma once

#include <torch/nn/module.h>
#include <torch/types.h>
#include <torch/utils.h>

#include <functional>
#include <vector>

namespace unlit::nn {

/// What a checkpointed part computes. Depends on nothing but `inputs`, the weights of its module
/// and the default random generator of their device.
using Segment = std::function<torch::Tensor(const std::vector<torch::Tensor>& inputs)>;

/// segment(inputs), of which only the inputs are kept. In the backward pass the segment runs once
/// more, from the same random state, and then backward: the loss is that without checkpointing, bit
/// for bit, gradients are up to the order of sums. Peak memory is that of one
/// segment instead of the sum of all. Gradients reach `inputs` (all defined) and weightsOf(module).
/// Precondition: gradients are recorded. Thread: any; the second run is on the thread
/// of the backward pass. Source: Chen et al. 2016, "Training Deep Nets with Sublinear Memory Cost".
torch::Tensor checkpointed(const torch::nn::Module& module,
                           const std::vector<torch::Tensor>& inputs, const Segment& segment);

/// layer->forward(x, other), checkpointed where that is asked for and gradients are recorded.
/// `layer` is a module holder.
template <class Layer>
torch::Tensor runLayer(Layer& layer, const torch::Tensor& x, const torch::Tensor& other,
                       bool isCheckpointed) {
    if (!torch::GradMode::is_enabled())
        return layer->forward(x, other);
    // A layer's gradients of an input meet here, before those of other users of it are added: sums
    // are then formed in one order with checkpointing and without.
    if (!isCheckpointed)
        return layer->forward(torch::alias(x), torch::alias(other));
    return checkpointed(*layer, {x, other},
                        [layer](const std::vector<torch::Tensor>& inputs) mutable {
                            return layer->forward(inputs[0], inputs[1]);
                        });
}

} // namespace unlit::nn
