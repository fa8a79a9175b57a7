// Adam and AdamW in one pass over memory.
#pragma once

#include "core/config/optimization_config.h"

#include <torch/optim/optimizer.h>

namespace unlit::train {

/// Takes the step of `optimizer`, torch's own of that kind: the same formula and the same state, up
/// to the last bits of float32. On a processor moments and weight are read and written once, on
/// at::get_num_threads() threads, whose number does not change a bit; on a GPU LibTorch's fused
/// kernel saves a thousand launches. False, and nothing done, where neither fits: other kinds,
/// weights that are not float32, and on a GPU a LibTorch before 2.1.
bool takeFusedAdamStep(config::OptimizerKind kind, torch::optim::Optimizer& optimizer);

} // namespace unlit::train
