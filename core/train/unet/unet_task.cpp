#include "core/train/unet/unet_task.h"

#include "core/base/error.h"
#include "core/diffusion/random.h"
#include "core/train/checkpoint/checkpoint_content.h"
#include "core/train/non_finite.h"
#include "core/train/optim/trained_parameters.h"
#include "core/weights/module_loader.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace unlit::train {

namespace {

/// The decoder's names begin with other words than the UNet's.
std::vector<NamedParameter> parametersOf(infer::LoadedModel& model,
                                         const UNetTaskOptions& options) {
    std::vector<NamedParameter> parameters;
    if (options.lora)
        for (const auto& [name, value] : options.lora->namedParameters())
            parameters.push_back({name, value});
    else
        parameters = trainedParametersOf(*model.unet);
    if (options.step.trainDecoder)
        std::ranges::move(trainedDecoderOf(model.targetVae), std::back_inserter(parameters));
    return parameters;
}

std::vector<SampleLoss> sampleLossesOf(const torch::Tensor& losses_N,
                                       const torch::Tensor& timesteps_N,
                                       const std::vector<std::string>& samples) {
    std::vector<SampleLoss> all;
    if (!losses_N.defined())
        return all;
    for (std::int64_t i = 0; i < losses_N.size(0); ++i) {
        const auto loss = losses_N[i].item<float>();
        if (std::isfinite(loss)) // not where a sample has no valid cell
            all.push_back(
                {samples[static_cast<std::size_t>(i)], timesteps_N[i].item<std::int64_t>(), loss});
    }
    return all;
}

} // namespace

UNetTask::UNetTask(std::shared_ptr<infer::LoadedModel> model, weights::ModelToSave base,
                   diffusion::DdpmScheduler scheduler, std::unique_ptr<data::DataLoader> loader,
                   MicroStepSeeds seeds, UNetTaskOptions options)
    : BatchTask(std::move(loader), std::move(seeds), parametersOf(*model, options), options.base),
      m_model(std::move(model)), m_base(std::move(base)), m_options(std::move(options)),
      m_step(*m_model, std::move(scheduler), m_options.step),
      m_memory(m_options.base.batchSize, m_options.savings) {
    m_model->unet->train();
}

MicroStepResult UNetTask::microStep() {
    std::optional<data::Batch> batch = nextBatch();
    if (!batch)
        return {.kind = MicroStepKind::EpochEnd, .loss = {}, .samples = {}};
    if (auto result = leftOut(*batch))
        return *result;
    if (!hasSomething(*batch))
        return empty(*batch);
    const TrainBatch inputs = inputsOf(*batch);
    const Seed seed = source().takeSeed();
    const torch::Generator generator = generatorFrom(seed);
    m_model->unet->train(); // a validation in between leaves it in the other mode
    MicroStepTrace trace;
    const StepDraws draws = m_step.draw(inputs, generator);
    const StepLoss loss = addGradients(inputs, draws, m_observer ? &trace : nullptr);
    if (m_observer)
        report(*batch, seed, loss.mean, generator, trace);
    MicroStepResult result{.kind = MicroStepKind::Done,
                           .loss = loss.mean,
                           .samples = std::move(batch->rgbRelativePath)};
    result.sampleLosses = sampleLossesOf(loss.ofSamples_N, draws.timesteps_N, result.samples);
    return result;
}

std::vector<std::int64_t> UNetTask::heldOutTimesteps(std::int64_t count) const {
    const std::int64_t length = m_step.scheduler().schedule().length();
    if (m_options.step.timesteps == config::TrainedTimesteps::Last)
        return {length - 1};
    std::vector<std::int64_t> timesteps;
    for (std::int64_t k = 0; k < std::min(count, length); ++k)
        timesteps.push_back((2 * k + 1) * length / (2 * std::min(count, length)));
    return timesteps;
}

std::optional<HeldOutLoss> UNetTask::heldOutLoss(const data::Batch& batch, std::int64_t timestep,
                                                 const torch::Generator& generator) {
    const torch::NoGradGuard noGrad;
    for (const std::string& key : m_options.targetKeys)
        if (!batch.tensors.contains(key))
            return {}; // a set may have fewer targets than the model makes
    const TrainBatch inputs = inputsOf(batch);
    const std::int64_t elements = validElements(inputs);
    if (elements == 0)
        return {};
    m_model->unet->eval(); // the next micro-batch sets it back
    const torch::Tensor timesteps_N =
        torch::full({inputs.beauty_N3HW.size(0)}, timestep, torch::kInt64);
    const StepDraws draws = m_step.drawAt(timesteps_N, inputs, generator);
    return HeldOutLoss{m_step.lossWith(inputs, draws, nullptr, nullptr).mean.item<double>(),
                       static_cast<double>(elements)};
}

void UNetTask::followSchedules(std::int64_t stepsDone) {
    BatchTask::followSchedules(stepsDone);
    m_step.followSchedules(stepsDone);
}

torch::Generator UNetTask::generatorFrom(const Seed& seed) const {
    return diffusion::makeGenerator(seed);
}

TrainBatch UNetTask::inputsOf(const data::Batch& batch) const {
    TrainBatch inputs;
    inputs.beauty_N3HW = batch.tensor(data::kBeautyNorm);
    for (const std::string& key : m_options.targetKeys)
        inputs.targets_TN3HW.push_back(batch.tensor(key));
    if (m_options.maskKey)
        inputs.valid_N1HW = batch.tensor(*m_options.maskKey);
    inputs.conditions = batch.conditions;
    return inputs;
}

bool UNetTask::hasSomething(const data::Batch& batch) const {
    return batch.size() > 0 && validElements(inputsOf(batch)) > 0;
}

std::int64_t UNetTask::validElements(const TrainBatch& batch) const {
    const std::int64_t channels =
        m_model->latentChannels() * static_cast<std::int64_t>(m_options.targetKeys.size());
    if (const auto cells = m_step.validCells(batch))
        return cells->sum().item<std::int64_t>() * channels;
    const std::int64_t factor = m_model->targetVae->options().downscaleFactor();
    return batch.beauty_N3HW.size(0) * (batch.beauty_N3HW.size(2) / factor) *
           (batch.beauty_N3HW.size(3) / factor) * channels;
}

void UNetTask::report(const data::Batch& batch, const Seed& seed, const torch::Tensor& loss,
                      const torch::Generator& generator, const MicroStepTrace& trace) const {
    m_observer({.samples = batch.rgbRelativePath,
                .seed = seed,
                .validElements = validElements(inputsOf(batch)),
                .loss = loss.item<float>(),
                .generator = generator,
                .trace = trace});
}

std::optional<data::Batch> UNetTask::nextUsable() {
    for (int epochEnds = 0; epochEnds < 2;) {
        std::optional<data::Batch> batch = source().loader().next();
        if (!batch)
            ++epochEnds;
        else if (!batch->isElsewhere && hasSomething(*batch))
            return batch;
    }
    return {};
}

std::string UNetTask::explainNonFinite(std::size_t microStep) {
    if (const auto weight = firstNonFiniteWeight(*m_model->unet))
        return "the weight " + *weight + " is not finite itself";
    if (const auto weight = firstNonFiniteWeight(*m_model->targetVae))
        return "the weight " + *weight + " of the VAE is not finite";
    const std::string byGradient = [this] {
        const auto weight = firstNonFiniteGradient(*m_model->unet);
        return weight ? "the gradient of " + *weight + " is not finite" : std::string();
    }();
    const std::optional<Seed> seed = source().seedOf(microStep);
    if (!seed || options().peers) // of several processes each has some of the step's batches
        return byGradient;
    const KeepsPlace place(source()); // the run may go on
    source().returnToStepStart();
    std::optional<data::Batch> batch;
    for (auto i = static_cast<std::size_t>(source().firstMicro()); i <= microStep; ++i)
        batch = nextUsable();
    if (!batch)
        return byGradient;
    const torch::NoGradGuard noGrad;
    MicroStepTrace trace;
    const auto output = firstNonFiniteOutput(*m_model->unet, [&] {
        m_step.loss(inputsOf(*batch), generatorFrom(*seed), nullptr, &trace);
    });
    if (!isFinite(trace.beautyLatent) || !isFinite(trace.targetLatents))
        return "the latent of a picture is not finite";
    if (!isFinite(trace.target))
        return "what the network is to predict is not finite";
    return output ? "the first part with an output that is not finite is " + *output : byGradient;
}

CheckpointContent UNetTask::content() const {
    CheckpointContent content{
        .model = m_base, .lora = {}, .state = {}, .json = nlohmann::json::object()};
    content.model.unet.weights = weights::weightsOf(weights::stateDictOf(*m_model->unet));
    if (m_options.lora)
        content.lora = m_options.lora->weights();
    if (auto means = learning().withMeans(weights::stateDictOf(*m_model->unet)))
        content.model.unetEma = {m_base.unet.config, weights::weightsOf(std::move(*means)), {}};
    if (m_options.step.trainDecoder)
        addVae(content);
    addState(content.state, content.json);
    content.json["memory"] = m_memory.toJson();
    return content;
}

void UNetTask::addVae(CheckpointContent& content) const {
    content.trained = TrainedPart::UnetAndDecoder;
    weights::StateDict weights = weights::stateDictOf(*m_model->targetVae);
    if (auto means = learning().withMeans(weights))
        content.model.vaeEma = {m_base.vae.config, weights::weightsOf(std::move(*means)), {}};
    content.model.vae.weights = weights::weightsOf(std::move(weights));
}

void UNetTask::restore(const weights::StateDict& state, const nlohmann::json& json,
                       const RunPosition& position, const std::string& file) {
    BatchTask::restore(state, json, position, file);
    if (json.contains("memory")) // not in checkpoints of earlier versions
        m_memory.restore(json.at("memory"), file);
}

} // namespace unlit::train
