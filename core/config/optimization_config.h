// How the weights move: noise, loss, optimizer, learning rate, their running mean.
#pragma once

#include "core/config/scheduled_number.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace unlit::config {

/// Noise with more weight on coarse structure.
struct MultiResNoiseConfig {
    ScheduledNumber strength = 0.9;
    bool annealed = true;                       ///< strength * t / T, per sample
    std::string downscaleStrategy = "original"; ///< a name that diffusion::NoiseStrategy has
};

enum class LossKind { Mse, L1, Huber };

struct LossConfig {
    LossKind name = LossKind::Mse;
    std::string reduction = "mean"; ///< the one there is
    ScheduledNumber delta = 1.0;    ///< Huber: where squares become lines
    double offsetInvariance = 0;    ///< share of a sample's mean difference that does not count
    double whiteWeight = 1;         ///< how much more than a black cell a white one counts
    double pictureWeight = 0;       ///< of the decoded pictures' errors, beside those of latents
    double pictureLmseShare = 0.5; ///< of LMSE in these; the rest is the error of the whole picture
    double pictureSlopeWeight = 0; ///< of contrasts of paint that shrink or grow, beside these
    double pictureGradientWeight = 0; ///< of contrasts between neighbours at several scales
};

enum class OptimizerKind { Adam, AdamW, Muon, Sgd };

/// Defaults are torch's own.
struct OptimizerConfig {
    OptimizerKind name = OptimizerKind::Adam;
    std::array<double, 2> betas = {0.9, 0.999}; ///< Adam, AdamW; what Muon leaves to AdamW
    ScheduledNumber eps = 1e-8;                 ///< as betas
    bool amsgrad = false;                       ///< as betas
    std::optional<ScheduledNumber> weightDecay; ///< unset: 0.1 for Muon, 0.01 for AdamW, else 0
    std::optional<ScheduledNumber> momentum;    ///< SGD: unset = 0; Muon: 0.95
    ScheduledNumber dampening = 0;              ///< SGD
    bool nesterov = false;                      ///< SGD; Muon always does

    ScheduledNumber weightDecayOrDefault() const {
        if (name == OptimizerKind::Muon)
            return weightDecay.value_or(0.1);
        return weightDecay.value_or(name == OptimizerKind::AdamW ? 0.01 : 0.0);
    }

    ScheduledNumber momentumOrDefault() const {
        return momentum.value_or(name == OptimizerKind::Muon ? 0.95 : 0.0);
    }

    /// Bytes that it remembers for each byte of weights, once it has made a step.
    std::uint64_t stateShare() const {
        if (name == OptimizerKind::Muon)
            return 1;
        if (name == OptimizerKind::Sgd)
            return momentumOrDefault() == ScheduledNumber(0) ? 0 : 1;
        return amsgrad ? 3 : 2;
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
    std::int64_t startIter = 0; ///< steps done when the curve begins; until then its first rate
};

/// A second set of weights that follows the trained ones slowly. Names, defaults and the curve of
/// the decay are those of diffusers' EMAModel; updateEvery is of our own.
struct EmaConfig {
    ScheduledNumber decay = 0.9999;   ///< what the decay rises to
    ScheduledNumber minDecay = 0;     ///< it is never less once it has begun
    std::int64_t updateAfterStep = 0; ///< until then the copy is the trained weights
    bool useEmaWarmup = false;    ///< 1 - (1 + n / invGamma)^-power in place of (1 + n) / (10 + n)
    double invGamma = 1;          ///< warm-up
    double power = 2.0 / 3.0;     ///< warm-up
    std::int64_t updateEvery = 1; ///< optimizer steps
};

} // namespace unlit::config
