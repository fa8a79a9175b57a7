// Where numbers stop being finite: the first part of a network whose output, or the first weight
// whose gradient is NaN or infinite.
#pragma once

#include <torch/nn/module.h>
#include <torch/types.h>

#include <functional>
#include <optional>
#include <string>

namespace unlit::train {

/// Runs `forward` and returns the state_dict name of the first part of `network` whose output is
/// not finite, in the order in which they finish; nothing when all are finite. `network` is made of
/// nn::Module parts.
std::optional<std::string> firstNonFiniteOutput(torch::nn::Module& network,
                                                const std::function<void()>& forward);

/// The weight nearest to the output whose gradient is not finite: backward came there first.
std::optional<std::string> firstNonFiniteGradient(const torch::nn::Module& network);

/// The first weight that is not finite itself.
std::optional<std::string> firstNonFiniteWeight(const torch::nn::Module& network);

bool isFinite(const torch::Tensor& values);

} // namespace unlit::train
