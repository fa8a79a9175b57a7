// The number types of a network's weights.
#pragma once

#include <torch/torch.h>

namespace unlit::infer {

/// Moves a network whose weights are not loaded yet to `device` and gives them the type `dtype`;
/// weights of norms stay float32, in which norms are computed. Values are lost.
void allocateWeights(torch::nn::Module& network, torch::Device device, torch::Dtype dtype);

} // namespace unlit::infer
