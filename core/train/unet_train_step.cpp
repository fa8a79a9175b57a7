#include "core/train/unet_train_step.h"

#include "core/base/error.h"
#include "core/diffusion/random.h"
#include "core/infer/padding.h"

#include <torch/utils.h>

#include <utility>

namespace unlit::train {

namespace {

/// The mean of the posterior, scaled: [N, 3, H, W] in [-1, 1] -> [N, L, h, w].
torch::Tensor encode(nn::AutoencoderKL& vae, const torch::Tensor& picture_N3HW) {
    const torch::NoGradGuard noGrad;
    return vae->encode(picture_N3HW).mean * vae->options().scalingFactor;
}

} // namespace

UNetTrainStep::UNetTrainStep(infer::LoadedModel& model, diffusion::DdpmScheduler scheduler,
                             UNetTrainStepOptions options)
    : m_model(model), m_scheduler(std::move(scheduler)), m_options(std::move(options)) {}

std::optional<torch::Tensor> UNetTrainStep::validCells(const TrainBatch& batch) const {
    if (!batch.valid_N1HW)
        return {};
    return infer::shrinkMask(*batch.valid_N1HW, m_model.targetVae->options().downscaleFactor());
}

torch::Tensor UNetTrainStep::loss(const TrainBatch& batch, const torch::Generator& generator,
                                  MicroStepTrace* trace) {
    const std::optional<torch::Tensor> valid = validCells(batch);
    const torch::Tensor beauty = encode(m_model.inputVae, batch.beauty_N3HW.to(m_model.device));
    const torch::Tensor clean = encodeTargets(batch);

    const torch::Tensor timesteps_N = diffusion::randint(
        0, m_scheduler.schedule().length(), {batch.beauty_N3HW.size(0)}, generator);
    const torch::Tensor noise =
        drawNoise(timesteps_N, clean.sizes(), generator).to(m_model.device);
    const torch::Tensor noisy = m_scheduler.addNoise(clean, noise, timesteps_N);

    const torch::Tensor input = m_options.concatOrder == ConcatOrder::NoisyFirst
                                    ? torch::cat({noisy, beauty}, 1)
                                    : torch::cat({beauty, noisy}, 1);
    const torch::Tensor text_NLD = m_model.emptyText_1LD.expand({input.size(0), -1, -1});
    const torch::Tensor prediction =
        m_model.unet->forward(input, timesteps_N.to(m_model.device), text_NLD);
    const torch::Tensor target = wanted(clean, noise, timesteps_N);
    if (trace != nullptr)
        *trace = {beauty, clean, timesteps_N, noise, noisy, prediction.detach(), target, valid};
    std::optional<torch::Tensor> cells = valid;
    if (cells)
        cells = cells->to(m_model.device);
    return latentLoss(prediction, target, cells, m_options.loss);
}

torch::Tensor UNetTrainStep::encodeTargets(const TrainBatch& batch) {
    std::vector<torch::Tensor> latents;
    for (const torch::Tensor& target : batch.targets_TN3HW)
        latents.push_back(encode(m_model.targetVae, target.to(m_model.device)));
    return torch::cat(latents, 1);
}

torch::Tensor UNetTrainStep::drawNoise(const torch::Tensor& timesteps_N, torch::IntArrayRef shape,
                                       const torch::Generator& generator) const {
    if (!m_options.multiResNoise)
        return diffusion::randn(shape, generator);
    const MultiResNoiseOptions& options = *m_options.multiResNoise;
    if (!options.annealed)
        return diffusion::multiResNoise(shape, options.strength, options.strategy, generator);
    const auto length = static_cast<double>(m_scheduler.schedule().length());
    const torch::Tensor strength_N = timesteps_N.to(torch::kFloat32) / length * options.strength;
    return diffusion::multiResNoise(shape, strength_N, options.strategy, generator);
}

torch::Tensor UNetTrainStep::wanted(const torch::Tensor& clean, const torch::Tensor& noise,
                                    const torch::Tensor& timesteps_N) const {
    switch (m_scheduler.config().predictionType) {
    case diffusion::PredictionType::Sample:
        return clean;
    case diffusion::PredictionType::Epsilon:
        return noise;
    case diffusion::PredictionType::VPrediction:
        return m_scheduler.velocity(clean, noise, timesteps_N);
    }
    throw Error::internal("a prediction of no known type");
}

} // namespace unlit::train
