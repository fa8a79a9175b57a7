#include "core/train/unet/unet_train_step.h"

#include "core/base/error.h"
#include "core/diffusion/predicted_sample.h"
#include "core/diffusion/random.h"
#include "core/diffusion/timestep_spacing.h"
#include "core/infer/device.h"
#include "core/infer/padding.h"
#include "core/infer/vae_calls.h"
#include "core/infer/visiting_vae.h"
#include "core/train/loss/contrast_loss.h"
#include "core/train/loss/picture_loss.h"
#include "core/train/stopwatch.h"
#include "core/weights/target_space.h"

#include <torch/utils.h>

#include <utility>

namespace unlit::train {

namespace {

/// One inference step has to begin where the training was, and there has to be something to learn.
void requireOneStepSchedule(const diffusion::DdpmScheduler& scheduler) {
    const diffusion::NoiseSchedule& schedule = scheduler.schedule();
    if (schedule.alphaCumprod(schedule.length() - 1) != 0)
        throw Error::invalidInput(
            "trainer.timesteps is last, but the last timestep of the schedule still shows a little "
            "of the picture that is to be predicted",
            "set trainer.training_noise_scheduler.rescale_betas_zero_snr to true");
    if (diffusion::spacedTimesteps(scheduler.config(), 1).front() != schedule.length() - 1)
        throw Error::invalidInput("trainer.timesteps is last, but one inference step would begin "
                                  "at another timestep",
                                  "set trainer.training_noise_scheduler.timestep_spacing to "
                                  "trailing");
}

/// Where its VAE is, which may be away from the UNet.
torch::Tensor codesOf(nn::AutoencoderKL& vae, const torch::Tensor& latents) {
    const double factor = vae->options().scalingFactor;
    const torch::Device home = vae->parameters().front().device();
    return vae->quantizer((latents / factor).to(home)).to(latents.device()) * factor;
}

/// Encoding stays in the VAE's own type: its latents are what is to be learned.
class DecodesIn {
public:
    DecodesIn(nn::AutoencoderKL& vae, std::optional<torch::Dtype> type) : m_vae(vae) {
        m_vae->setComputeType(type);
    }

    ~DecodesIn() { m_vae->setComputeType({}); }

    DecodesIn(const DecodesIn&) = delete;
    DecodesIn& operator=(const DecodesIn&) = delete;

private:
    nn::AutoencoderKL& m_vae;
};

} // namespace

UNetTrainStep::UNetTrainStep(infer::LoadedModel& model, diffusion::DdpmScheduler scheduler,
                             UNetTrainStepOptions options)
    : m_model(model), m_scheduler(std::move(scheduler)), m_options(std::move(options)) {
    if (m_options.timesteps == config::TrainedTimesteps::Last)
        requireOneStepSchedule(m_scheduler);
    if (m_options.loss.pictureWeight > 0) {
        requireDecodableTargets();
        if (!m_options.trainDecoder)
            for (torch::Tensor& weight : m_model.targetVae->parameters()) // gradients pass through
                weight.requires_grad_(false);
    }
    if (m_options.multiResNoise)
        m_noiseStrategy = diffusion::noiseStrategyFromString(
            m_options.multiResNoise->downscaleStrategy, "multi_res_noise.downscale_strategy");
}

void UNetTrainStep::requireDecodableTargets() const {
    if (m_options.timesteps != config::TrainedTimesteps::Last)
        throw Error::invalidInput("loss.kwargs.picture_weight is above 0, but what one step makes "
                                  "of other timesteps than the last is no picture to be judged",
                                  "set trainer.timesteps to last, or the weight to 0");
    for (const weights::TargetInfo& target : m_model.folder.targets)
        if (infer::colorSpaceOf(target, m_model.folder.transfer) != ColorSpace::Raw)
            return;
    throw Error::invalidInput("loss.kwargs.picture_weight is above 0, but none of the model's "
                              "targets is a colour",
                              "set it to 0");
}

std::optional<torch::Tensor> UNetTrainStep::validCells(const TrainBatch& batch) const {
    if (!batch.valid_N1HW)
        return {};
    return infer::shrinkMask(*batch.valid_N1HW, m_model.targetVae->options().downscaleFactor());
}

torch::Tensor UNetTrainStep::loss(const TrainBatch& batch, const torch::Generator& generator,
                                  StepSeconds* seconds, MicroStepTrace* trace) {
    return lossWith(batch, draw(batch, generator), seconds, trace).mean;
}

StepDraws UNetTrainStep::draw(const TrainBatch& batch, const torch::Generator& generator) const {
    const std::int64_t count = batch.beauty_N3HW.size(0);
    StepDraws draws = drawAt(drawTimesteps(count, generator), batch, generator);
    if (m_options.conditionDropout > 0)
        draws.untold_N = torch::rand({count}, generator) < m_options.conditionDropout;
    return draws;
}

StepDraws UNetTrainStep::drawAt(const torch::Tensor& timesteps_N, const TrainBatch& batch,
                                const torch::Generator& generator) const {
    const std::int64_t factor = m_model.targetVae->options().downscaleFactor();
    const auto targets = static_cast<std::int64_t>(batch.targets_TN3HW.size());
    StepDraws draws;
    draws.timesteps_N = timesteps_N;
    draws.noise =
        drawNoise(draws.timesteps_N,
                  {batch.beauty_N3HW.size(0), m_model.latentChannels() * targets,
                   batch.beauty_N3HW.size(2) / factor, batch.beauty_N3HW.size(3) / factor},
                  generator);
    return draws;
}

torch::Tensor UNetTrainStep::drawTimesteps(std::int64_t count,
                                           const torch::Generator& generator) const {
    const std::int64_t length = m_scheduler.schedule().length();
    if (m_options.timesteps == config::TrainedTimesteps::Last)
        return torch::full({count}, length - 1, torch::kInt64);
    return diffusion::randint(0, length, {count}, generator);
}

StepLoss UNetTrainStep::lossWith(const TrainBatch& batch, const StepDraws& draws,
                                 StepSeconds* seconds, MicroStepTrace* trace) {
    StepSeconds unused;
    StepSeconds& times = seconds != nullptr ? *seconds : unused;
    useThreads(batch);
    const std::optional<torch::Tensor> valid = validCells(batch);
    const Latents latents = [&] {
        const SecondsOf timer(times, "encode");
        return encode(batch);
    }();
    const SecondsOf timer(times, "forward");
    const torch::Tensor& timesteps_N = draws.timesteps_N;
    const torch::Tensor noise = draws.noise.to(m_model.device);
    const torch::Tensor noisy = m_scheduler.addNoise(latents.clean, noise, timesteps_N);
    const torch::Tensor prediction =
        predict(latents.beauty, noisy, timesteps_N, conditionOf(batch, draws));
    const torch::Tensor target = wanted(latents.clean, noise, timesteps_N);
    if (trace != nullptr)
        *trace = {latents.beauty, latents.clean,       timesteps_N, noise,
                  noisy,          prediction.detach(), target,      valid};
    std::optional<torch::Tensor> cells = valid;
    if (cells)
        cells = cells->to(m_model.device);
    const std::optional<torch::Tensor> weights = cellWeights(batch);
    StepLoss loss{latentLoss(prediction, target, cells, m_options.loss, m_stepsDone, weights),
                  m_options.sampleLosses ? lossOfSamples(prediction, target, cells, weights)
                                         : torch::Tensor()};
    if (m_options.loss.pictureWeight > 0)
        addPictureErrors(loss, pictureErrors(prediction, noisy, batch));
    return loss;
}

void UNetTrainStep::addPictureErrors(StepLoss& loss, const torch::Tensor& errors_TN) const {
    const double weight = m_options.loss.pictureWeight;
    loss.mean = loss.mean + weight * meanOfErrors(errors_TN);
    if (!loss.ofSamples_N.defined())
        return;
    const torch::Tensor errors_N = torch::nanmean(errors_TN.detach(), 0); // NaN: all black
    loss.ofSamples_N += weight * torch::nan_to_num(errors_N).to(torch::kCPU, torch::kFloat32);
}

/// One row for each target that is a colour, [targets, N]. What one step makes of the prediction is
/// decoded as inference does; the gradient goes back through the VAE, which stays as it is (Garcia
/// et al., "Fine-Tuning Image-Conditional Diffusion Models is Easier than You Think", 2024).
torch::Tensor UNetTrainStep::pictureErrors(const torch::Tensor& prediction,
                                           const torch::Tensor& noisy, const TrainBatch& batch) {
    nn::AutoencoderKL& vae = m_model.targetVae;
    if (m_model.offloadsVaes) // and stays until the next encoding: backward needs it there
        nn::setPrecision(*vae, m_model.vaeDtype, m_model.device);
    const DecodesIn decodesIn(vae, m_options.decodeType);
    const torch::Tensor clean =
        diffusion::predictSample(m_scheduler.config(), prediction, noisy, 0).original;
    std::vector<torch::Tensor> errors;
    for (std::size_t i = 0; i < batch.targets_TN3HW.size(); ++i) {
        const ColorSpace space =
            infer::colorSpaceOf(m_model.folder.targets[i], m_model.folder.transfer);
        if (space == ColorSpace::Raw)
            continue;
        const std::int64_t channels = m_model.latentChannels();
        const torch::Tensor latent =
            clean.narrow(1, static_cast<std::int64_t>(i) * channels, channels) /
            vae->options().scalingFactor;
        const torch::Tensor shown = vae->decode(latent.to(m_model.vaeDtype)).to(torch::kFloat32);
        const auto visible = [&](const torch::Tensor& of) { // the encoder floors
            return of.narrow(2, 0, shown.size(2)).narrow(3, 0, shown.size(3)).to(m_model.device);
        };
        std::optional<torch::Tensor> valid;
        if (batch.valid_N1HW)
            valid = visible(*batch.valid_N1HW);
        const torch::Tensor predicted = linearLight(shown, space);
        const torch::Tensor truth = linearLight(visible(batch.targets_TN3HW[i]), space);
        torch::Tensor error =
            scaleInvariantErrors(predicted, truth, valid, m_options.loss.pictureLmseShare);
        const auto add = [&](double weight, const auto& of) { // nothing where nothing can be told
            if (weight > 0)
                error = error + weight * torch::nan_to_num(of(predicted, truth, valid));
        };
        add(m_options.loss.pictureSlopeWeight, slopeErrors);
        add(m_options.loss.pictureGradientWeight, gradientErrors);
        errors.push_back(error);
    }
    return torch::stack(errors);
}

/// [N, T·L, h, w]: each target's own brightness for its channels.
std::optional<torch::Tensor> UNetTrainStep::cellWeights(const TrainBatch& batch) const {
    if (m_options.loss.whiteWeight == 1)
        return {};
    std::vector<torch::Tensor> weights;
    for (const torch::Tensor& target_N3HW : batch.targets_TN3HW)
        weights.push_back(brightnessWeights(target_N3HW,
                                            m_model.targetVae->options().downscaleFactor(),
                                            m_options.loss.whiteWeight)
                              .expand({-1, m_model.latentChannels(), -1, -1}));
    return torch::cat(weights, 1).to(m_model.device);
}

torch::Tensor UNetTrainStep::lossOfSamples(const torch::Tensor& prediction,
                                           const torch::Tensor& target,
                                           const std::optional<torch::Tensor>& cells,
                                           const std::optional<torch::Tensor>& weights) const {
    const torch::NoGradGuard noGrad;
    std::vector<torch::Tensor> losses;
    for (std::int64_t i = 0; i < prediction.size(0); ++i) {
        const auto own = [i](const std::optional<torch::Tensor>& of) {
            return of ? std::optional(of->narrow(0, i, 1)) : std::nullopt;
        };
        losses.push_back(latentLoss(prediction.detach().narrow(0, i, 1), target.narrow(0, i, 1),
                                    own(cells), m_options.loss, m_stepsDone, own(weights)));
    }
    return torch::stack(losses).to(torch::kCPU, torch::kFloat32);
}

/// Set before each micro-batch: a validation in between has its own number, and the last bits of
/// sums depend on it.
void UNetTrainStep::useThreads(const TrainBatch& batch) const {
    const std::int64_t factor = m_model.targetVae->options().downscaleFactor();
    const std::int64_t cells = batch.beauty_N3HW.size(0) * (batch.beauty_N3HW.size(2) / factor) *
                               (batch.beauty_N3HW.size(3) / factor);
    constexpr std::int64_t kForwardAndBackward = 3; // times the work of the way forward
    infer::useThreads(m_model.unetParameters, cells * kForwardAndBackward);
}

UNetTrainStep::Latents UNetTrainStep::encode(const TrainBatch& batch) {
    const torch::NoGradGuard noGrad;
    const LatentStore& store = m_options.latents;
    std::vector<torch::Tensor> targets;
    for (const torch::Tensor& target : batch.targets_TN3HW) {
        const torch::Tensor latents = latentsOf(m_model.targetVae, store.targetVae, target);
        targets.push_back(m_options.learnsCodes ? codesOf(m_model.targetVae, latents) : latents);
    }
    return {latentsOf(m_model.inputVae, store.beautyVae, batch.beauty_N3HW),
            torch::cat(targets, 1)};
}

/// Picture by picture, so that the numbers do not depend on what else is in the batch, with a cache
/// or without.
torch::Tensor UNetTrainStep::latentsOf(nn::AutoencoderKL& vae, const std::string& fingerprint,
                                       const torch::Tensor& pictures_N3HW) {
    std::optional<infer::VisitingVae> visiting; // once for all, and only if it is needed
    const auto encode = [&](const torch::Tensor& picture_13HW) {
        if (!visiting)
            visiting.emplace(m_model, vae);
        return infer::encodedMean(m_model, vae, picture_13HW);
    };
    std::vector<torch::Tensor> means;
    for (const torch::Tensor& picture : pictures_N3HW.split(1))
        means.push_back(m_options.latents.cache
                            ? m_options.latents.cache
                                  ->get(fingerprint, picture, [&] { return encode(picture); })
                                  .to(m_model.device)
                            : encode(picture));
    return torch::cat(means) * vae->options().scalingFactor;
}

infer::UNetCondition UNetTrainStep::conditionOf(const TrainBatch& batch, const StepDraws& draws) {
    std::vector<std::string> words = batch.conditions;
    words.resize(static_cast<std::size_t>(batch.beauty_N3HW.size(0)));
    for (std::size_t i = 0; draws.untold_N.defined() && i < words.size(); ++i)
        if (draws.untold_N[static_cast<std::int64_t>(i)].item<bool>())
            words[i].clear();
    return infer::conditionOf(m_model, words);
}

torch::Tensor UNetTrainStep::predict(const torch::Tensor& beauty, const torch::Tensor& noisy,
                                     const torch::Tensor& timesteps_N,
                                     const infer::UNetCondition& condition) {
    const torch::Tensor input = m_options.concatOrder == ConcatOrder::NoisyFirst
                                    ? torch::cat({noisy, beauty}, 1)
                                    : torch::cat({beauty, noisy}, 1);
    std::vector<torch::Tensor> inputs = {input, timesteps_N.to(m_model.device), condition.text_BLD};
    if (condition.classes_B.defined())
        inputs.push_back(condition.classes_B);
    const auto forward = [this](const std::vector<torch::Tensor>& of) {
        return m_model.unet->forward(of[0], of[1], of[2], of.size() > 3 ? of[3] : torch::Tensor());
    };
    // What is computed a second time on the way back, or drawn at random, is no fixed list of
    // kernels.
    if (!m_options.capturesGraphs || m_model.unet->hasGradientCheckpointing() ||
        m_model.unet->options().dropout > 0)
        return forward(inputs);
    if (m_weights.empty())
        m_weights = nn::weightsOf(*m_model.unet);
    return m_captured.call(forward, inputs, m_weights);
}

torch::Tensor UNetTrainStep::drawNoise(const torch::Tensor& timesteps_N, torch::IntArrayRef shape,
                                       const torch::Generator& generator) const {
    if (m_options.timesteps == config::TrainedTimesteps::Last)
        return torch::zeros(shape);
    if (!m_options.multiResNoise)
        return diffusion::randn(shape, generator);
    const config::MultiResNoiseConfig& options = *m_options.multiResNoise;
    if (!options.annealed)
        return diffusion::multiResNoise(shape, options.strength.at(m_stepsDone), m_noiseStrategy,
                                        generator);
    const auto length = static_cast<double>(m_scheduler.schedule().length());
    const torch::Tensor strength_N =
        timesteps_N.to(torch::kFloat32) / length * options.strength.at(m_stepsDone);
    return diffusion::multiResNoise(shape, strength_N, m_noiseStrategy, generator);
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
