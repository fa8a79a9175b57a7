// The autoencoder's training as the engine sees it: batches of pictures in, gradients of the VAE
// out. Legend: N pictures, C channels, H/W pixels.
#pragma once

#include "core/train/autoencoder/autoencoder_objective.h"
#include "core/train/autoencoder/discriminators.h"
#include "core/train/autoencoder/training_autoencoder.h"
#include "core/train/batch_task.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace unlit::train {

struct AutoencoderTaskOptions {
    BatchTaskOptions base;
    config::AutoencoderConfig autoencoder;
    bool measuresScalingFactor = true;
    /// Of a batch; all are pictures to be reconstructed, those of one sample the same number.
    std::vector<std::string> pictureKeys = {data::kBeautyNorm, data::kAlbedoNorm};
    std::uint64_t discriminatorSeed = 0;              ///< of their first weights
    std::shared_ptr<const PerceptualLoss> perceptual; ///< on the model's device; null = none
    std::int64_t maxIter = 0; ///< where their schedule ends unless it says so itself
};

/// Mean and spread of all numbers of the latents, followed slowly: scaling_factor is 1 / spread.
/// Source of the rule: Rombach et al. 2022, appendix.
class LatentScale {
public:
    struct Moments {
        double mean = 0, square = 0; ///< means of the numbers and of their squares
    };

    static Moments momentsOf(const torch::Tensor& latent_NCHW);

    void add(const Moments& moments);

    /// Unset before the first latent.
    std::optional<double> standardDeviation() const;

    /// [sum of weights, weighted mean, weighted mean square], float64.
    torch::Tensor state() const;
    void restore(const torch::Tensor& state);

private:
    double m_weight = 0, m_mean = 0, m_square = 0;
};

/// What one micro-batch tells of itself.
struct MicroFigures {
    std::int64_t microStep = 0; ///< in the step
    LatentScale::Moments latent;
    std::vector<Scalar> scalars;
};

/// Every picture of a batch is encoded, a latent is drawn from its posterior by the micro-batch's
/// seed, and decoded; with a quantizer nothing is drawn, and the codes of the latent are decoded.
class AutoencoderTask : public BatchTask {
public:
    AutoencoderTask(TrainingAutoencoder model, std::unique_ptr<data::DataLoader> loader,
                    MicroStepSeeds seeds, AutoencoderTaskOptions options);

    MicroStepResult microStep() override;
    bool joinStep(RunPosition& position) override;
    void rewindStep() override;
    void optimizerStep() override;

    void dropGradients() override;
    std::string explainNonFinite(std::size_t microStep) override;
    CheckpointContent content() const override;

    /// Means over the step's micro-batches: "train/pixel" and all other terms of the objective,
    /// "train/deceiving", "train/adaptive_weight", "train/discriminator",
    /// "train/gradient_penalty", "train/discriminator_lr", and "latent/std".
    std::vector<Scalar> takeScalars() override;

    void restore(const weights::StateDict& state, const nlohmann::json& json,
                 const RunPosition& position, const std::string& file) override;

    /// "loss" without the discriminators' part, "recon_loss" (the terms of pictures) and each term
    /// of latents of pictures that are not trained on, without gradient and without a trace in the
    /// training.
    std::vector<Scalar> heldOutLoss(const data::Batch& batch, std::uint64_t seed);

    nn::AutoencoderKL& vae() { return m_model.vae; }

    torch::Device device() const { return m_model.device; }

    /// Everything that learns: the VAE's weights, and those of its judges.
    std::vector<NamedParameter> learners();

private:
    torch::Tensor picturesOf(const data::Batch& batch) const;

    /// A batch there and back.
    struct Pass {
        torch::Tensor latent;
        torch::Tensor reconstruction;
        std::vector<ObjectiveTerm> terms;
    };

    Pass pass(const torch::Tensor& pictures_NCHW, const torch::Generator& generator);
    torch::Tensor learn(const torch::Tensor& pictures_NCHW, const Seed& seed);
    torch::Tensor withDeceiving(const torch::Tensor& total,
                                const torch::Tensor& reconstruction_NCHW);
    void note(const std::string& tag, double value);
    void count(const MicroFigures& figures);
    void countThoseOfAll();

    TrainingAutoencoder m_model;
    AutoencoderTaskOptions m_options;
    std::optional<Discriminators> m_discriminators;
    LatentScale m_scale;
    std::map<std::string, std::pair<double, std::int64_t>> m_figures; ///< sums and counts by tag
    MicroFigures m_micro;               ///< of the micro-batch under way
    std::vector<MicroFigures> m_untold; ///< of several processes: what the others do not know
};

} // namespace unlit::train
