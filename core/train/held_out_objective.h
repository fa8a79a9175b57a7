// The training's own objective on pictures that are not trained on.
#pragma once

#include "core/config/validation_config.h"
#include "core/train/train_task.h"
#include "core/train/validation/validator.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace unlit::train {

class AutoencoderTask;
class UNetTask;

/// Noise and timesteps are the same every time, so that figures of two steps differ by the weights
/// alone. Weights, gradients, random numbers and place of the training stay what they are. Thread:
/// the one that trains.
class HeldOutObjective {
public:
    virtual ~HeldOutObjective() = default;

    /// Of the first `count` pictures, each cut to whole latent cells. Tags without a prefix.
    /// Nothing when stopped. Throws what reading pictures throws.
    virtual std::optional<std::vector<Scalar>> measure(const ValidationSet& set, std::int64_t count,
                                                       const std::stop_token& stop) = 0;
};

/// "loss": the mean over all valid elements, at `objectiveTimesteps` timesteps spread evenly over
/// the schedule, or at the last one where that alone is trained; "loss_t125": the same at timestep
/// 125. `task` outlives it.
std::unique_ptr<HeldOutObjective> makeObjective(UNetTask& task,
                                                const config::ValidationConfig& config);

/// "loss" (without the discriminators' part), "recon_loss" (the terms of pictures), and each term
/// of latents: "kl", or of codes "commit", "codebook", "entropy".
std::unique_ptr<HeldOutObjective> makeObjective(AutoencoderTask& task,
                                                const config::ValidationConfig& config);

} // namespace unlit::train
