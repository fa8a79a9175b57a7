// What differs between the optimizers: how they are made, set, and what they remember.
#pragma once

#include "core/config/optimization_config.h"

#include <torch/optim/optimizer.h>
#include <torch/types.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace unlit::train {

/// What an optimizer remembers of one weight: "exp_avg" -> tensor.
using OptimizerMemory = std::map<std::string, torch::Tensor>;

/// Of the rate 0. Shares the memory of the weights.
std::unique_ptr<torch::optim::Optimizer> makeOptimizer(config::OptimizerKind kind,
                                                       const config::OptimizerConfig& config,
                                                       std::vector<torch::Tensor> weights);

/// Takes what scheduled settings are for the step that follows `stepsDone` finished ones.
void setOptions(config::OptimizerKind kind, torch::optim::OptimizerParamGroup& group,
                const config::OptimizerConfig& config, std::int64_t stepsDone);

/// Shares the memory of `state`, which is one of that kind of optimizer.
OptimizerMemory memoryOf(config::OptimizerKind kind,
                         const torch::optim::OptimizerParamState& state);

/// A copy, laid out in memory as the weight. `memory` is whole: as many parts as memoryCount says.
std::unique_ptr<torch::optim::OptimizerParamState>
memoryFrom(config::OptimizerKind kind, const torch::Tensor& weight, const OptimizerMemory& memory);

std::size_t memoryCount(config::OptimizerKind kind, const config::OptimizerConfig& config);

} // namespace unlit::train
