// Weights on their way to a file: known by name and shape, produced one at a time.
#pragma once

#include "core/weights/files/safetensors_writer.h"
#include "core/weights/state_dict.h"

#include <torch/nn/module.h>

#include <functional>
#include <string>
#include <vector>

namespace unlit::weights {

/// `tensor` is called once for each spec, in the writer's order, so that gigabytes of weights need
/// the memory of one tensor.
struct WeightSource {
    std::vector<TensorSpec> specs;
    std::function<torch::Tensor(const TensorSpec& spec)> tensor;
};

/// Shares the tensors' memory.
WeightSource weightsOf(StateDict state);

/// Fresh weights for the module's parameters, which need not be initialised: float32, normal with
/// standard deviation 1/sqrt(fan in), embeddings 0.02, norms 1 and biases 0. Deterministic in
/// `seed`; draws happen in the writer's order.
WeightSource randomWeights(const torch::nn::Module& module, std::uint64_t seed);

std::uint64_t byteCount(const WeightSource& source);

} // namespace unlit::weights
