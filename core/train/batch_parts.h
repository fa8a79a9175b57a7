// A micro-batch in parts: the same samples and random numbers, fewer of them in the network at
// once.
#pragma once

#include "core/train/unet/unet_train_step.h"

#include <cstdint>
#include <vector>

namespace unlit::train {

/// Samples [first, first + count); shares memory.
TrainBatch partOf(const TrainBatch& batch, std::int64_t first, std::int64_t count);
StepDraws partOf(const StepDraws& draws, std::int64_t first, std::int64_t count);

/// The traces of all parts as one of the whole batch.
MicroStepTrace joined(const std::vector<MicroStepTrace>& parts);

} // namespace unlit::train
