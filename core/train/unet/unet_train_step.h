// One micro-batch through the networks: encode, add noise, predict, compare.
// Legend: N pictures, T targets, L channels of one latent, H/W pixels, h/w latent cells.
#pragma once

#include "core/config/optimization_config.h"
#include "core/config/trainer_config.h"
#include "core/diffusion/ddpm.h"
#include "core/diffusion/multi_res_noise.h"
#include "core/infer/condition.h"
#include "core/infer/loaded_model.h"
#include "core/nn/cuda/captured_gradient.h"
#include "core/train/loss/loss.h"
#include "core/train/memory/training_memory.h"
#include "core/train/stopwatch.h"

#include <ATen/core/Generator.h>
#include <torch/types.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace unlit::train {

struct UNetTrainStepOptions {
    config::LossConfig loss;
    std::optional<config::MultiResNoiseConfig> multiResNoise; ///< unset = plain noise
    ConcatOrder concatOrder = ConcatOrder::NoisyFirst;
    bool sampleLosses = false; ///< fill in StepLoss::ofSamples_N
    LatentStore latents = {};  ///< with a cache, pictures are encoded once
    config::TrainedTimesteps timesteps = config::TrainedTimesteps::All;
    /// What loss.pictureWeight decodes in: bfloat16 with mixed precision. Unset = the VAE's type.
    std::optional<torch::Dtype> decodeType = {};
    bool learnsCodes = false;    ///< targets are what their VAE's quantizer makes of their latents
    double conditionDropout = 0; ///< chance of a sample to be told nothing
    bool trainDecoder = false;   ///< loss.pictureWeight reaches the VAE's decoder, too
    bool capturesGraphs = false; ///< on a GPU: see captured_gradient.h
};

/// On the CPU or the model's device.
struct TrainBatch {
    torch::Tensor beauty_N3HW;                ///< [-1, 1]
    std::vector<torch::Tensor> targets_TN3HW; ///< T tensors, [-1, 1], in the model's order
    std::optional<torch::Tensor> valid_N1HW;  ///< bool; unset = all valid
    std::vector<std::string> conditions{};    ///< a word for each (infer/condition.h); empty = none
};

/// The random numbers of a micro-batch, on the CPU.
struct StepDraws {
    torch::Tensor timesteps_N; ///< int64
    torch::Tensor noise;       ///< [N, T·L, h, w]
    torch::Tensor untold_N{};  ///< bool: no condition for these; undefined = for none of them
};

struct StepLoss {
    torch::Tensor mean; ///< scalar over the valid cells, can be differentiated
    /// float32 [N] on the CPU, without gradient: the same for each sample alone; NaN for one
    /// without a valid cell. Undefined unless asked for.
    torch::Tensor ofSamples_N;
};

/// Values on the way, for comparisons.
struct MicroStepTrace {
    torch::Tensor beautyLatent;  ///< [N, L, h, w]
    torch::Tensor targetLatents; ///< [N, T·L, h, w]; of codes, where those are learnt
    torch::Tensor timesteps;     ///< int64 [N]
    torch::Tensor noise;         ///< [N, T·L, h, w]
    torch::Tensor noisyLatents;
    torch::Tensor prediction;
    torch::Tensor target;
    std::optional<torch::Tensor> valid_N1hw; ///< bool
};

/// Steps 3 to 10 of the loop. Thread: the one that trains. The networks and the schedule outlive
/// it. The text embedding stays as it is; gradients reach the UNet, and of the VAE the decoder
/// alone, where it is trained.
class UNetTrainStep {
public:
    /// Throws: Unsupported for a noise strategy of no known name; InvalidInput for the last
    /// timestep alone on a schedule that does not end in pure noise, or whose one-step inference
    /// begins elsewhere; for the loss of decoded pictures where other timesteps are trained or no
    /// target is a colour.
    UNetTrainStep(infer::LoadedModel& model, diffusion::DdpmScheduler scheduler,
                  UNetTrainStepOptions options);

    /// What scheduled settings are for the step that follows `stepsDone` finished ones.
    void followSchedules(std::int64_t stepsDone) { m_stepsDone = stepsDone; }

    /// One timestep for each sample, then the noise, then who is told nothing. All always come from
    /// the CPU, so that a seed means the same everywhere. Where the last timestep alone is trained,
    /// none is drawn.
    StepDraws draw(const TrainBatch& batch, const torch::Generator& generator) const;

    /// The same at timesteps that are given.
    StepDraws drawAt(const torch::Tensor& timesteps_N, const TrainBatch& batch,
                     const torch::Generator& generator) const;

    /// The loss over the valid cells. `seconds` (gets "encode" and "forward") and `trace` may be
    /// null.
    StepLoss lossWith(const TrainBatch& batch, const StepDraws& draws, StepSeconds* seconds,
                      MicroStepTrace* trace);

    /// The mean of the two above, in one go.
    torch::Tensor loss(const TrainBatch& batch, const torch::Generator& generator,
                       StepSeconds* seconds, MicroStepTrace* trace);

    /// The latent cells of a batch that may be learnt from: all pixels of them are valid.
    /// [N, 1, h, w], unset when the batch has no mask.
    std::optional<torch::Tensor> validCells(const TrainBatch& batch) const;

    /// Gives back the memory of recorded passes.
    void forgetRecordings() { m_captured.forget(); }

    const diffusion::DdpmScheduler& scheduler() const { return m_scheduler; }

private:
    struct Latents {
        torch::Tensor beauty; ///< [N, L, h, w]
        torch::Tensor clean;  ///< [N, T·L, h, w]
    };

    torch::Tensor drawTimesteps(std::int64_t count, const torch::Generator& generator) const;
    void useThreads(const TrainBatch& batch) const;
    Latents encode(const TrainBatch& batch);
    torch::Tensor latentsOf(nn::AutoencoderKL& vae, const std::string& fingerprint,
                            const torch::Tensor& pictures_N3HW);
    torch::Tensor predict(const torch::Tensor& beauty, const torch::Tensor& noisy,
                          const torch::Tensor& timesteps_N, const infer::UNetCondition& condition);
    infer::UNetCondition conditionOf(const TrainBatch& batch, const StepDraws& draws);
    torch::Tensor drawNoise(const torch::Tensor& timesteps_N, torch::IntArrayRef shape,
                            const torch::Generator& generator) const;
    torch::Tensor lossOfSamples(const torch::Tensor& prediction, const torch::Tensor& target,
                                const std::optional<torch::Tensor>& cells,
                                const std::optional<torch::Tensor>& weights) const;
    std::optional<torch::Tensor> cellWeights(const TrainBatch& batch) const;
    void requireDecodableTargets() const;
    void addPictureErrors(StepLoss& loss, const torch::Tensor& errors_TN) const;
    torch::Tensor pictureErrors(const torch::Tensor& prediction, const torch::Tensor& noisy,
                                const TrainBatch& batch);
    torch::Tensor wanted(const torch::Tensor& clean, const torch::Tensor& noise,
                         const torch::Tensor& timesteps_N) const;

    infer::LoadedModel& m_model;
    diffusion::DdpmScheduler m_scheduler;
    UNetTrainStepOptions m_options;
    nn::cuda::CapturedGradient m_captured;
    std::vector<torch::Tensor> m_weights; ///< of the UNet, once they were asked for
    std::int64_t m_stepsDone = 0;
    diffusion::NoiseStrategy m_noiseStrategy = diffusion::NoiseStrategy::Original;
};

} // namespace unlit::train
