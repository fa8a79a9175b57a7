// Adam and AdamW in one pass over all weights of a GPU.
#pragma once

#include "core/config/optimization_config.h"

#include <torch/optim/optimizer.h>

namespace unlit::train {

/// Takes the step of `optimizer`, torch's own of that kind, with LibTorch's fused kernel: the same
/// formula and the same state, a thousand launches less. False, and nothing done, where there is no
/// such kernel: other kinds, weights that are not float32 on a GPU, a LibTorch before 2.1.
bool takeFusedAdamStep(config::OptimizerKind kind, torch::optim::Optimizer& optimizer);

} // namespace unlit::train
