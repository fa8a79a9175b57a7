// The judges of reconstructions: one discriminator a resolution, each with an optimizer of its own.
// Legend: N pictures, C channels, H/W pixels.
#pragma once

#include "core/train/autoencoder/patch_discriminator.h"
#include "core/train/optim/lr_schedule.h"
#include "core/train/optim/optimizer.h"
#include "core/train/writers/metric_writer.h"
#include "core/weights/state_dict.h"

#include <optional>
#include <string>
#include <vector>

namespace unlit::train {

/// Thread: the one that trains.
class Discriminators {
public:
    /// Weights are drawn from `seed`. `maxIter`: the run's optimizer steps, where their schedule
    /// ends unless it says so itself. Throws: InvalidInput for a schedule out of range.
    Discriminators(const config::DiscriminatorConfig& config, torch::Device device,
                   std::uint64_t seed, std::int64_t maxIter);

    /// Whether they take part in the step that follows `stepsDone` finished ones.
    bool areActive(std::int64_t stepsDone) const { return stepsDone >= m_config.startStep; }

    /// Minus the mean logits of `fake`, the mean over the resolutions: small where they are
    /// deceived. Their own weights get no gradient from it.
    torch::Tensor deceivingLoss(const torch::Tensor& fake_NCHW);

    /// Adds the gradients of their own losses, divided by `parts`: hinge, and in every
    /// gradientPenaltyEvery-th step the penalty. Returns hinge loss (mean) and, where it was taken,
    /// penalty (mean): "train/discriminator", "train/gradient_penalty".
    std::vector<Scalar> addGradients(const torch::Tensor& real_NCHW, const torch::Tensor& fake_NCHW,
                                     std::int64_t stepsDone, std::int64_t parts);

    /// That of all of them in the step that follows `stepsDone` finished ones: lr by the schedule,
    /// damped by the warm-up. Precondition: they are active.
    double learningRate(std::int64_t stepsDone) const;

    /// With learningRate(stepsDone); gradients are dropped.
    void optimizerStep(std::int64_t stepsDone);

    void clearGradients();

    /// Weights of all judges, named "0/…" and so on.
    std::vector<NamedParameter> parameters() const;

    /// Of those weights, in that order; zeros where there was none.
    std::vector<torch::Tensor> gradients();

    /// "0/weights/…", "0/optimizer/…", "0/gradients/…" and so on.
    weights::StateDict state() const;

    /// Throws: Corrupt or InvalidInput naming `file`.
    void restore(const weights::StateDict& state, const std::string& file);

private:
    struct Judge {
        PatchDiscriminator network{nullptr};
        std::unique_ptr<Optimizer> optimizer;
    };

    /// The picture at the resolution of the judge of this number.
    static torch::Tensor atScale(torch::Tensor x_NCHW, std::size_t scale);
    void scaleDown(Judge& judge) const;

    config::DiscriminatorConfig m_config;
    std::optional<LrSchedule> m_schedule; ///< unset: constant
    std::vector<Judge> m_judges;
};

} // namespace unlit::train
