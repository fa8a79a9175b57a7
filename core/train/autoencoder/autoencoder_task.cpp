#include "core/train/autoencoder/autoencoder_task.h"

#include "core/base/error.h"
#include "core/diffusion/random.h"
#include "core/train/checkpoint/checkpoint_content.h"
#include "core/train/non_finite.h"
#include "core/train/optim/trained_parameters.h"
#include "core/train/stopwatch.h"
#include "core/weights/module_loader.h"
#include "core/weights/state_prefix.h"

#include <torch/utils.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <utility>

namespace unlit::train {

namespace {

constexpr const char* kDiscriminators = "discriminators/";
constexpr const char* kLatentScale = "latent_scale";
constexpr double kScaleDecay = 0.99; // of the latents' moments: the last hundred batches count

/// Numbers travel as their bits: a figure may be none that JSON knows.
nlohmann::json bitsOf(double value) {
    return std::bit_cast<std::uint64_t>(value);
}

double fromBits(const nlohmann::json& bits) {
    return std::bit_cast<double>(bits.get<std::uint64_t>());
}

std::string toText(const std::vector<MicroFigures>& all) {
    nlohmann::json list = nlohmann::json::array();
    for (const MicroFigures& figures : all) {
        nlohmann::json scalars = nlohmann::json::array();
        for (const Scalar& scalar : figures.scalars)
            scalars.push_back({scalar.tag, bitsOf(scalar.value)});
        list.push_back({{"at", figures.microStep},
                        {"mean", bitsOf(figures.latent.mean)},
                        {"square", bitsOf(figures.latent.square)},
                        {"scalars", scalars}});
    }
    return list.dump();
}

std::vector<MicroFigures> figuresFrom(const std::string& text) {
    std::vector<MicroFigures> all;
    for (const nlohmann::json& item : nlohmann::json::parse(text)) {
        MicroFigures figures{.microStep = item.at("at"),
                             .latent = {fromBits(item.at("mean")), fromBits(item.at("square"))},
                             .scalars = {}};
        for (const nlohmann::json& scalar : item.at("scalars"))
            figures.scalars.push_back({scalar.at(0).get<std::string>(), fromBits(scalar.at(1))});
        all.push_back(std::move(figures));
    }
    return all;
}

} // namespace

LatentScale::Moments LatentScale::momentsOf(const torch::Tensor& latent_NCHW) {
    const torch::NoGradGuard noGrad;
    const torch::Tensor wide = latent_NCHW.detach().to(torch::kFloat64);
    return {wide.mean().item<double>(), wide.square().mean().item<double>()};
}

void LatentScale::add(const Moments& moments) {
    if (!std::isfinite(moments.mean) || !std::isfinite(moments.square))
        return; // of a step that may be left out; they would stay in the sums for good
    m_weight = kScaleDecay * m_weight + (1 - kScaleDecay);
    m_mean = kScaleDecay * m_mean + (1 - kScaleDecay) * moments.mean;
    m_square = kScaleDecay * m_square + (1 - kScaleDecay) * moments.square;
}

std::optional<double> LatentScale::standardDeviation() const {
    if (m_weight <= 0)
        return {};
    const double mean = m_mean / m_weight;
    const double variance = m_square / m_weight - mean * mean;
    return variance > 0 && std::isfinite(variance) ? std::optional(std::sqrt(variance))
                                                   : std::nullopt;
}

torch::Tensor LatentScale::state() const {
    return torch::tensor({m_weight, m_mean, m_square}, torch::kFloat64);
}

void LatentScale::restore(const torch::Tensor& state) {
    m_weight = state[0].item<double>();
    m_mean = state[1].item<double>();
    m_square = state[2].item<double>();
}

AutoencoderTask::AutoencoderTask(TrainingAutoencoder model,
                                 std::unique_ptr<data::DataLoader> loader, MicroStepSeeds seeds,
                                 AutoencoderTaskOptions options)
    : BatchTask(std::move(loader), std::move(seeds),
                options.autoencoder.freezeEncoder ? trainedDecoderOf(model.vae)
                                                  : trainedParametersOf(*model.vae),
                options.base),
      m_model(std::move(model)), m_options(std::move(options)) {
    if (m_options.autoencoder.discriminator)
        m_discriminators.emplace(*m_options.autoencoder.discriminator, m_model.device,
                                 m_options.discriminatorSeed, m_options.maxIter);
    m_model.vae->train();
}

torch::Tensor AutoencoderTask::picturesOf(const data::Batch& batch) const {
    std::vector<torch::Tensor> pictures;
    for (const std::string& key : m_options.pictureKeys) {
        const torch::Tensor& given = batch.tensor(key);
        // Of clips, [N, F, 3, H, W], every frame is a picture.
        pictures.push_back(given.dim() == 5 ? given.flatten(0, 1) : given);
    }
    return torch::cat(pictures).to(m_model.device);
}

MicroStepResult AutoencoderTask::microStep() {
    std::optional<data::Batch> batch = nextBatch();
    if (!batch)
        return {.kind = MicroStepKind::EpochEnd, .loss = {}, .samples = {}};
    if (auto result = leftOut(*batch))
        return *result;
    m_model.vae->train(); // a validation in between leaves it in the other mode
    const torch::Tensor loss = learn(picturesOf(*batch), source().takeSeed());
    return {
        .kind = MicroStepKind::Done, .loss = loss, .samples = std::move(batch->rgbRelativePath)};
}

AutoencoderTask::Pass AutoencoderTask::pass(const torch::Tensor& pictures_NCHW,
                                            const torch::Generator& generator) {
    nn::AutoencoderKL& vae = m_model.vae;
    const nn::DiagonalGaussian posterior = vae->encode(pictures_NCHW);
    Pass pass;
    pass.latent = posterior.mean;
    if (!vae->quantizer)
        pass.latent = posterior.mean +
                      (0.5 * posterior.logvar).exp() *
                          diffusion::randn(posterior.mean.sizes(), generator, m_model.device);
    pass.reconstruction = vae->decode(pass.latent);
    pass.terms = objectiveTerms(vae, pictures_NCHW, posterior, pass.reconstruction,
                                m_options.autoencoder, m_options.perceptual.get());
    return pass;
}

/// Forward and backward of all networks; returns the autoencoder's loss.
torch::Tensor AutoencoderTask::learn(const torch::Tensor& pictures_NCHW, const Seed& seed) {
    torch::Tensor total, reconstruction;
    m_micro = {.microStep = source().microStepsBegun() - 1, .latent = {}, .scalars = {}};
    {
        const SecondsOf timer(seconds(), "forward");
        const Pass passed = pass(pictures_NCHW, diffusion::makeGenerator(seed));
        m_micro.latent = LatentScale::momentsOf(passed.latent);
        for (const ObjectiveTerm& term : passed.terms)
            note("train/" + term.name, term.value.item<double>());
        reconstruction = passed.reconstruction;
        total = withDeceiving(totalOf(passed.terms), reconstruction);
    }
    addGradientsOf(total);
    if (m_discriminators && m_discriminators->areActive(stepsDone())) {
        const SecondsOf timer(seconds(), "discriminator");
        for (const Scalar& scalar : m_discriminators->addGradients(
                 pictures_NCHW, reconstruction, stepsDone(), accumulationSteps()))
            note(scalar.tag, scalar.value);
        note("train/discriminator_lr", m_discriminators->learningRate(stepsDone()));
    }
    if (peers() != nullptr)
        m_untold.push_back(std::move(m_micro));
    else
        count(m_micro);
    return total.detach();
}

std::vector<Scalar> AutoencoderTask::heldOutLoss(const data::Batch& batch, std::uint64_t seed) {
    const torch::NoGradGuard noGrad;
    for (const std::string& key : m_options.pictureKeys)
        if (!batch.tensors.contains(key))
            return {};   // a set may have fewer targets than are trained
    m_model.vae->eval(); // the next micro-batch sets it back
    const Pass passed = pass(picturesOf(batch), diffusion::makeGenerator(seed));
    double ofPictures = 0;
    std::vector<Scalar> figures;
    for (const ObjectiveTerm& term : passed.terms) {
        const auto value = term.value.item<double>();
        if (term.isOfPictures)
            ofPictures += term.weight * value;
        else
            figures.push_back({term.name, value});
    }
    figures.push_back({"recon_loss", ofPictures});
    figures.push_back({"loss", totalOf(passed.terms).item<double>()});
    return figures;
}

torch::Tensor AutoencoderTask::withDeceiving(const torch::Tensor& total,
                                             const torch::Tensor& reconstruction_NCHW) {
    if (!m_discriminators || !m_discriminators->areActive(stepsDone()))
        return total;
    const config::DiscriminatorConfig& config = *m_options.autoencoder.discriminator;
    const torch::Tensor deceiving = m_discriminators->deceivingLoss(reconstruction_NCHW);
    note("train/deceiving", deceiving.item<double>());
    if (!config.adaptiveWeight)
        return total + config.weight * deceiving;
    const torch::Tensor weight =
        adaptiveWeight(total, deceiving, m_model.vae->decoder->conv_out->weight);
    note("train/adaptive_weight", weight.item<double>());
    return total + config.weight * weight * deceiving;
}

void AutoencoderTask::note(const std::string& tag, double value) {
    m_micro.scalars.push_back({tag, value});
}

void AutoencoderTask::count(const MicroFigures& figures) {
    m_scale.add(figures.latent);
    for (const Scalar& scalar : figures.scalars) {
        auto& [sum, count] = m_figures[scalar.tag];
        sum += scalar.value;
        ++count;
    }
}

/// In the order of the micro-batches, as one process does.
void AutoencoderTask::countThoseOfAll() {
    std::vector<MicroFigures> all;
    for (const std::string& text : peers()->exchange(toText(m_untold)))
        std::ranges::move(figuresFrom(text), std::back_inserter(all));
    m_untold.clear();
    std::ranges::stable_sort(all, {}, &MicroFigures::microStep);
    for (const MicroFigures& figures : all)
        count(figures);
}

bool AutoencoderTask::joinStep(RunPosition& position) {
    if (!BatchTask::joinStep(position))
        return false;
    if (peers() == nullptr)
        return true;
    const SecondsOf timer(seconds(), "exchange");
    countThoseOfAll();
    if (m_discriminators && m_discriminators->areActive(stepsDone()))
        peers()->sum(m_discriminators->gradients(), config::GradientExchange::Float32);
    return true;
}

std::vector<NamedParameter> AutoencoderTask::learners() {
    std::vector<NamedParameter> all = optimizer().parameters();
    if (m_discriminators)
        std::ranges::move(m_discriminators->parameters(), std::back_inserter(all));
    return all;
}

std::vector<Scalar> AutoencoderTask::takeScalars() {
    std::vector<Scalar> scalars;
    for (const auto& [tag, figure] : std::exchange(m_figures, {}))
        scalars.push_back({tag, figure.first / static_cast<double>(figure.second)});
    if (const auto spread = m_scale.standardDeviation())
        scalars.push_back({"latent/std", *spread});
    return scalars;
}

void AutoencoderTask::optimizerStep() {
    BatchTask::optimizerStep();
    if (m_discriminators && m_discriminators->areActive(stepsDone()))
        m_discriminators->optimizerStep(stepsDone());
}

void AutoencoderTask::dropGradients() {
    BatchTask::dropGradients();
    if (m_discriminators)
        m_discriminators->clearGradients();
}

void AutoencoderTask::rewindStep() {
    BatchTask::rewindStep();
    m_figures.clear();
    m_untold.clear();
    if (m_discriminators)
        m_discriminators->clearGradients();
}

std::string AutoencoderTask::explainNonFinite(std::size_t) {
    if (const auto weight = firstNonFiniteWeight(*m_model.vae))
        return "the weight " + *weight + " is not finite itself";
    const auto weight = firstNonFiniteGradient(*m_model.vae);
    return weight ? "the gradient of " + *weight + " is not finite" : std::string();
}

CheckpointContent AutoencoderTask::content() const {
    CheckpointContent content{.model = m_model.base,
                              .lora = {},
                              .trained = TrainedPart::Vae,
                              .state = {},
                              .json = nlohmann::json::object()};
    nlohmann::json& config = content.model.vae.config;
    const auto spread = m_scale.standardDeviation();
    if (m_options.measuresScalingFactor && spread)
        config["scaling_factor"] = 1 / *spread;
    weights::StateDict weights = weights::stateDictOf(*m_model.vae);
    if (auto means = learning().withMeans(weights))
        content.model.vaeEma = {config, weights::weightsOf(std::move(*means)), {}};
    content.model.vae.weights = weights::weightsOf(std::move(weights));
    addState(content.state, content.json);
    content.state.emplace(kLatentScale, m_scale.state());
    if (m_discriminators)
        weights::insertAs(kDiscriminators, m_discriminators->state(), content.state);
    for (const auto& [tag, figure] : m_figures) // of a step that is not over
        content.json["figures"][tag] = {figure.first, figure.second};
    return content;
}

void AutoencoderTask::restore(const weights::StateDict& state, const nlohmann::json& json,
                              const RunPosition& position, const std::string& file) {
    BatchTask::restore(state, json, position, file);
    const auto scale = state.find(kLatentScale);
    if (scale == state.end() || scale->second.numel() != 3 ||
        scale->second.scalar_type() != torch::kFloat64)
        throw Error::corrupt(file, "the scale of the latents is missing",
                             "take another checkpoint");
    m_scale.restore(scale->second);
    m_figures.clear();
    if (json.contains("figures")) // sums are known to the last bit: 17 digits
        for (const auto& [tag, figure] : json.at("figures").items())
            m_figures[tag] = {figure.at(0).get<double>(), figure.at(1).get<std::int64_t>()};
    if (m_discriminators)
        m_discriminators->restore(weights::withPrefix(kDiscriminators, state), file);
    // Gradients of a step that was saved in its middle count once, not once a process.
    if (m_discriminators && peers() != nullptr && !peers()->isFirst())
        m_discriminators->clearGradients();
}

} // namespace unlit::train
