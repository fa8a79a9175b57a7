// How a task learns from batches, whatever the network.
#pragma once

#include "core/config/trainer_config.h"
#include "core/train/distributed/shared_steps.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace unlit::train {

struct BatchTaskOptions {
    config::OptimizerConfig optimizer;
    std::int64_t accumulationSteps = 1;
    std::int64_t batchSize = 1;           ///< of a whole micro-batch
    bool scalesLoss = false;              ///< float16: see gradient_scaler.h
    std::optional<config::EmaConfig> ema; ///< unset: no running mean
    std::shared_ptr<Peers> peers = {};    ///< null: this process has all micro-batches
    config::GradientExchange exchange = config::GradientExchange::Float32;
    bool shardsState = false; ///< optimizer state and running mean are divided among `peers`
};

} // namespace unlit::train
