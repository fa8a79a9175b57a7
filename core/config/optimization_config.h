// How the weights move: noise, loss, optimizer, learning rate.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace unlit::config {

/// Noise with more weight on coarse structure.
struct MultiResNoiseConfig {
    double strength = 0.9;
    bool annealed = true;                       ///< strength * t / T, per sample
    std::string downscaleStrategy = "original"; ///< a name that diffusion::NoiseStrategy has
};

enum class LossKind { Mse, L1, Huber };

struct LossConfig {
    LossKind name = LossKind::Mse;
    std::string reduction = "mean"; ///< the one there is
    double delta = 1.0;             ///< Huber: where squares become lines
};

enum class OptimizerKind { Adam, AdamW, Sgd };

/// Defaults are torch's own.
struct OptimizerConfig {
    OptimizerKind name = OptimizerKind::Adam;
    std::array<double, 2> betas = {0.9, 0.999}; ///< Adam, AdamW
    double eps = 1e-8;                          ///< Adam, AdamW
    bool amsgrad = false;                       ///< Adam, AdamW
    std::optional<double> weightDecay;          ///< unset = torch's: 0.01 for AdamW, else 0
    double momentum = 0;                        ///< SGD
    double dampening = 0;                       ///< SGD
    bool nesterov = false;                      ///< SGD

    double weightDecayOrDefault() const {
        return weightDecay.value_or(name == OptimizerKind::AdamW ? 0.01 : 0.0);
    }
};

enum class LrSchedule { IterExponential, Constant, Cosine, Linear, Polynomial, OneCycle };

/// The rate as a factor of TrainConfig::lr. All begin with a linear warm-up from 0 but OneCycle,
/// which has its own.
struct LrSchedulerConfig {
    LrSchedule name = LrSchedule::IterExponential;
    std::optional<std::int64_t> totalIter; ///< optimizer steps; unset = max_iter
    double finalRatio = 0.01;              ///< factor from totalIter on; not of Constant
    std::int64_t warmupSteps = 0;          ///< not of OneCycle
    double power = 1.0;                    ///< Polynomial
    double pctStart = 0.3;                 ///< OneCycle: share of the rise
    double divFactor = 25;                 ///< OneCycle: lr / first rate
    double finalDivFactor = 1e4;           ///< OneCycle: first rate / last rate
};

} // namespace unlit::config
