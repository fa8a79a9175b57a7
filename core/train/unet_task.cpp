#include "core/train/unet_task.h"

#include "core/base/error.h"
#include "core/diffusion/random.h"
#include "core/train/checkpoint/checkpoint_content.h"
#include "core/train/non_finite.h"
#include "core/train/stopwatch.h"
#include "core/weights/module_loader.h"

#include <torch/utils.h>

#include <cmath>
#include <string_view>
#include <utility>

namespace unlit::train {

namespace {

constexpr std::string_view kOptimizer = "optimizer/";
constexpr std::string_view kGradients = "gradients/";
constexpr std::string_view kSeeds = "seeds/";
constexpr std::string_view kLoader = "loader/";

std::vector<NamedParameter> parametersOf(torch::nn::Module& network, const nn::LoraAdapters* lora) {
    std::vector<NamedParameter> parameters;
    if (lora != nullptr) {
        for (const auto& [name, value] : lora->namedParameters())
            parameters.push_back({name, value});
        return parameters;
    }
    for (auto& item : network.named_parameters()) {
        item.value().requires_grad_(true);
        parameters.push_back({item.key(), item.value()});
    }
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

void insertAs(std::string_view prefix, const weights::StateDict& from, weights::StateDict& to) {
    for (const auto& [name, tensor] : from)
        to.emplace(std::string(prefix) + name, tensor);
}

weights::StateDict withPrefix(std::string_view prefix, const weights::StateDict& all) {
    weights::StateDict part;
    for (const auto& [name, tensor] : all)
        if (name.starts_with(prefix))
            part.emplace(name.substr(prefix.size()), tensor);
    return part;
}

} // namespace

UNetTask::UNetTask(std::shared_ptr<infer::LoadedModel> model, weights::ModelToSave base,
                   diffusion::DdpmScheduler scheduler, std::unique_ptr<data::DataLoader> loader,
                   MicroStepSeeds seeds, UNetTaskOptions options)
    : m_model(std::move(model)), m_base(std::move(base)), m_loader(std::move(loader)),
      m_seeds(std::move(seeds)), m_options(std::move(options)),
      m_step(*m_model, std::move(scheduler), m_options.step),
      m_optimizer(m_options.optimizer, parametersOf(*m_model->unet, m_options.lora.get())),
      m_memory(m_options.batchSize, m_options.savings) {
    if (m_options.ema)
        m_ema.emplace(*m_options.ema, m_optimizer.parameters());
    m_model->unet->train();
    m_loaderAtStart = m_loader->state();
}

MicroStepResult UNetTask::microStep() {
    std::optional<data::Batch> batch;
    {
        const SecondsOf timer(m_seconds, "data");
        batch = m_loader->next();
    }
    if (!batch)
        return {.kind = MicroStepKind::EpochEnd, .loss = {}, .samples = {}};
    const TrainBatch inputs = inputsOf(*batch);
    if (validElements(inputs) == 0)
        return {.kind = MicroStepKind::Empty, .loss = {}, .samples = batch->rgbRelativePath};
    const Seed seed = m_seeds.next();
    m_usedSeeds.push_back(seed);
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

void UNetTask::addGradientsOf(const torch::Tensor& loss) {
    const SecondsOf timer(m_seconds, "backward");
    (loss / static_cast<double>(m_options.accumulationSteps)).backward();
}

void UNetTask::followSchedules(std::int64_t stepsDone) {
    m_stepsDone = stepsDone;
    m_step.followSchedules(stepsDone);
    m_optimizer.followSchedules(stepsDone);
}

void UNetTask::layOutSeeds(std::int64_t count) {
    if (count > m_seeds.laidOut())
        m_seeds.extend(count - m_seeds.laidOut());
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
    return inputs;
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

void UNetTask::optimizerStep() {
    const SecondsOf timer(m_seconds, "optimizer");
    m_optimizer.step();
    m_optimizer.clearGradients();
    if (m_ema)
        m_ema->update(m_stepsDone + 1);
}

void UNetTask::beginStep() {
    m_loaderAtStart = m_loader->state();
    m_usedSeeds.clear();
    m_firstMicro = 0;
}

void UNetTask::rewindStep() {
    m_optimizer.clearGradients();
    for (; !m_usedSeeds.empty(); m_usedSeeds.pop_back())
        m_seeds.putBack(m_usedSeeds.back());
    m_loader->restore(m_loaderAtStart);
}

std::optional<data::Batch> UNetTask::nextUsable() {
    for (int epochEnds = 0; epochEnds < 2;) {
        std::optional<data::Batch> batch = m_loader->next();
        if (!batch)
            ++epochEnds;
        else if (validElements(inputsOf(*batch)) > 0)
            return batch;
    }
    return {};
}

std::string UNetTask::explainNonFinite(std::size_t microStep) {
    if (const auto weight = firstNonFiniteWeight(*m_model->unet))
        return "the weight " + *weight + " is not finite itself";
    const std::string byGradient = [this] {
        const auto weight = firstNonFiniteGradient(*m_model->unet);
        return weight ? "the gradient of " + *weight + " is not finite" : std::string();
    }();
    const auto first = static_cast<std::size_t>(m_firstMicro);
    if (microStep < first || microStep - first >= m_usedSeeds.size())
        return byGradient;
    m_loader->restore(m_loaderAtStart);
    std::optional<data::Batch> batch;
    for (std::size_t i = first; i <= microStep; ++i)
        batch = nextUsable();
    if (!batch)
        return byGradient;
    const torch::NoGradGuard noGrad;
    MicroStepTrace trace;
    const auto output = firstNonFiniteOutput(*m_model->unet, [&] {
        m_step.loss(inputsOf(*batch), generatorFrom(m_usedSeeds[microStep - first]), nullptr,
                    &trace);
    });
    if (!isFinite(trace.beautyLatent) || !isFinite(trace.targetLatents))
        return "the latent of a picture is not finite";
    if (!isFinite(trace.target))
        return "what the network is to predict is not finite";
    return output ? "the first part with an output that is not finite is " + *output : byGradient;
}

CheckpointContent UNetTask::content() const {
    CheckpointContent content{.model = m_base, .lora = {}, .state = {}, .json = {}};
    content.model.unet.weights = weights::weightsOf(weights::stateDictOf(*m_model->unet));
    if (m_options.lora)
        content.lora = m_options.lora->weights();
    if (m_ema) {
        weights::StateDict means = weights::stateDictOf(*m_model->unet);
        for (const auto& [name, mean] : m_ema->means())
            means.insert_or_assign(name, mean);
        content.model.unetEma = {m_base.unet.config, weights::weightsOf(std::move(means)), {}};
    }
    insertAs(kOptimizer, m_optimizer.state(), content.state);
    insertAs(kSeeds, seedsToTensors(m_seeds.remaining()), content.state);
    for (const NamedParameter& parameter : m_optimizer.parameters())
        if (parameter.value.grad().defined())
            content.state.emplace(std::string(kGradients) + parameter.name, parameter.value.grad());
    const data::LoaderState loader = m_loader->state();
    insertAs(kLoader,
             {{"generator", loader.generator},
              {"place", torch::tensor({loader.epoch, loader.batch}, torch::kInt64)}},
             content.state);
    content.json = {{"initial_seed", m_seeds.initialSeed()},
                    {"seeds_laid_out", m_seeds.laidOut()},
                    {"memory", m_memory.toJson()}};
    return content;
}

void UNetTask::restore(const weights::StateDict& state, const nlohmann::json& json,
                       const RunPosition& position, const std::string& file) {
    try {
        m_seeds = MicroStepSeeds(json.at("initial_seed").get<std::string>(),
                                 json.at("seeds_laid_out").get<std::int64_t>(),
                                 seedsFromTensors(withPrefix(kSeeds, state), file));
    } catch (const nlohmann::json::exception&) {
        throw Error::corrupt(file, "the seeds of the run are missing", "take another checkpoint");
    }
    if (json.contains("memory")) // not in checkpoints of earlier versions
        m_memory.restore(json.at("memory"), file);
    m_optimizer.restore(withPrefix(kOptimizer, state));
    restoreGradients(withPrefix(kGradients, state), file);
    restoreLoader(withPrefix(kLoader, state), file);
    m_firstMicro = position.microStep;
    m_loaderAtStart = m_loader->state();
    m_usedSeeds.clear();
}

void UNetTask::restoreMeans(const weights::StateDict& means, const std::string& file) {
    if (m_ema)
        m_ema->restore(means, file);
}

void UNetTask::restoreGradients(const weights::StateDict& gradients, const std::string& file) {
    const torch::NoGradGuard noGrad;
    m_optimizer.clearGradients();
    std::size_t used = 0;
    for (const NamedParameter& parameter : m_optimizer.parameters()) {
        const auto found = gradients.find(parameter.name);
        if (found == gradients.end())
            continue;
        if (found->second.sizes() != parameter.value.sizes())
            throw Error::corrupt(file, "the gradient of " + parameter.name + " has another shape",
                                 "take another checkpoint");
        torch::Tensor gradient = torch::empty_like(parameter.value, torch::MemoryFormat::Preserve);
        torch::Tensor(parameter.value).mutable_grad() = gradient.copy_(found->second);
        ++used;
    }
    if (used != gradients.size())
        throw Error::corrupt(file, "it has gradients of weights that the model does not have",
                             "take another checkpoint");
}

void UNetTask::restoreLoader(const weights::StateDict& loader, const std::string& file) {
    const auto generator = loader.find("generator");
    const auto place = loader.find("place");
    if (generator == loader.end() || place == loader.end() || place->second.numel() != 2 ||
        place->second.scalar_type() != torch::kInt64 ||
        generator->second.scalar_type() != torch::kUInt8)
        throw Error::corrupt(file, "the place in the training set is missing",
                             "take another checkpoint");
    m_loader->restore({generator->second.clone(), place->second[0].item<std::int64_t>(),
                       place->second[1].item<std::int64_t>()});
}

StepSeconds UNetTask::takeSeconds() {
    return std::exchange(m_seconds, {});
}

} // namespace unlit::train
