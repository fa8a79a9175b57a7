#include "core/train/autoencoder/discriminators.h"

#include "core/base/error.h"
#include "core/diffusion/random.h"
#include "core/nn/precision.h"
#include "core/train/optim/trained_parameters.h"
#include "core/weights/state_prefix.h"

#include <torch/utils.h>

#include <algorithm>

namespace unlit::train {

namespace {

config::OptimizerConfig adamOf(const config::DiscriminatorConfig& config) {
    config::OptimizerConfig adam;
    adam.betas = config.betas;
    return adam;
}

std::string prefixOf(std::size_t judge, const char* what) {
    return std::to_string(judge) + "/" + what + "/";
}

/// Nothing may flow into the judge's weights while it lives.
class Frozen {
public:
    explicit Frozen(torch::nn::Module& network) : m_parameters(network.parameters()) { set(false); }

    ~Frozen() { set(true); }

    Frozen(const Frozen&) = delete;
    Frozen& operator=(const Frozen&) = delete;

private:
    void set(bool needsGradient) {
        for (torch::Tensor& parameter : m_parameters)
            parameter.requires_grad_(needsGradient);
    }

    std::vector<torch::Tensor> m_parameters;
};

void restoreInto(const NamedParameter& parameter, const weights::StateDict& weights,
                 const std::string& file) {
    const auto found = weights.find(parameter.name);
    if (found == weights.end() || found->second.sizes() != parameter.value.sizes())
        throw Error::corrupt(file, "the discriminator's " + parameter.name + " does not fit",
                             "take another checkpoint");
    const torch::NoGradGuard noGrad;
    torch::Tensor(parameter.value).copy_(found->second);
}

} // namespace

Discriminators::Discriminators(const config::DiscriminatorConfig& config, torch::Device device,
                               std::uint64_t seed, std::int64_t maxIter)
    : m_config(config) {
    if (config.lrScheduler)
        m_schedule.emplace(*config.lrScheduler,
                           std::max<std::int64_t>(1, maxIter - config.startStep));
    const torch::Generator generator = diffusion::makeGenerator(Seed::fromUnsigned(seed));
    for (std::int64_t i = 0; i < config.scales; ++i) {
        Judge judge;
        judge.network = PatchDiscriminator(
            PatchDiscriminatorOptions{.channels = config.channels, .layers = config.layers});
        nn::initialiseWeights(*judge.network, generator);
        nn::setPrecision(*judge.network, torch::kFloat32, device);
        judge.optimizer =
            std::make_unique<Optimizer>(adamOf(config), trainedParametersOf(*judge.network));
        m_judges.push_back(std::move(judge));
    }
}

torch::Tensor Discriminators::atScale(torch::Tensor x_NCHW, std::size_t scale) {
    for (std::size_t i = 0; i < scale; ++i)
        x_NCHW = torch::avg_pool2d(x_NCHW, 2);
    return x_NCHW;
}

torch::Tensor Discriminators::deceivingLoss(const torch::Tensor& fake_NCHW) {
    torch::Tensor sum;
    for (std::size_t i = 0; i < m_judges.size(); ++i) {
        const Frozen frozen(*m_judges[i].network);
        const torch::Tensor loss = -m_judges[i].network(atScale(fake_NCHW, i)).mean();
        sum = sum.defined() ? sum + loss : loss;
    }
    return sum / static_cast<double>(m_judges.size());
}

std::vector<Scalar> Discriminators::addGradients(const torch::Tensor& real_NCHW,
                                                 const torch::Tensor& fake_NCHW,
                                                 std::int64_t stepsDone, std::int64_t parts) {
    const bool takesPenalty =
        m_config.gradientPenalty > 0 && stepsDone % m_config.gradientPenaltyEvery == 0;
    const auto count = static_cast<double>(m_judges.size());
    const auto share = 1.0 / static_cast<double>(parts);
    double hinge = 0, penalty = 0;
    for (std::size_t i = 0; i < m_judges.size(); ++i) {
        const torch::Tensor real = atScale(real_NCHW.detach(), i);
        const torch::Tensor fake = atScale(fake_NCHW.detach(), i);
        const torch::Tensor loss = hingeLoss(m_judges[i].network(real), m_judges[i].network(fake));
        hinge += loss.item<double>() / count;
        (loss * share).backward();
        if (!takesPenalty)
            continue;
        const torch::Tensor norm = gradientPenalty(m_judges[i].network, real);
        penalty += norm.item<double>() / count;
        const double weight =
            0.5 * m_config.gradientPenalty * static_cast<double>(m_config.gradientPenaltyEvery);
        (norm * (weight * share)).backward();
    }
    std::vector<Scalar> scalars = {{"train/discriminator", hinge}};
    if (takesPenalty)
        scalars.push_back({"train/gradient_penalty", penalty});
    return scalars;
}

void Discriminators::scaleDown(Judge& judge) const {
    if (m_config.maxGradNorm <= 0)
        return;
    const torch::NoGradGuard noGrad;
    std::vector<torch::Tensor> norms;
    for (const NamedParameter& parameter : judge.optimizer->parameters())
        if (parameter.value.grad().defined())
            norms.push_back(parameter.value.grad().norm());
    if (norms.empty())
        return;
    const double norm = torch::stack(norms).norm().item<double>();
    if (norm <= m_config.maxGradNorm)
        return;
    for (const NamedParameter& parameter : judge.optimizer->parameters())
        if (parameter.value.grad().defined())
            torch::Tensor(parameter.value).mutable_grad().mul_(m_config.maxGradNorm / norm);
}

double Discriminators::learningRate(std::int64_t stepsDone) const {
    const std::int64_t since = stepsDone - m_config.startStep;
    const double warm = m_config.warmupSteps > 0
                            ? std::min(1.0, static_cast<double>(since + 1) /
                                                static_cast<double>(m_config.warmupSteps))
                            : 1.0;
    return m_config.lr * warm * (m_schedule ? m_schedule->factor(since) : 1.0);
}

void Discriminators::optimizerStep(std::int64_t stepsDone) {
    for (Judge& judge : m_judges) {
        scaleDown(judge);
        judge.optimizer->setLearningRate(learningRate(stepsDone));
        judge.optimizer->step();
        judge.optimizer->clearGradients();
    }
}

void Discriminators::clearGradients() {
    for (Judge& judge : m_judges)
        judge.optimizer->clearGradients();
}

std::vector<NamedParameter> Discriminators::parameters() const {
    std::vector<NamedParameter> all;
    for (std::size_t i = 0; i < m_judges.size(); ++i)
        for (const NamedParameter& parameter : m_judges[i].optimizer->parameters())
            all.push_back({prefixOf(i, "weights") + parameter.name, parameter.value});
    return all;
}

std::vector<torch::Tensor> Discriminators::gradients() {
    const torch::NoGradGuard noGrad;
    std::vector<torch::Tensor> all;
    for (const NamedParameter& parameter : parameters()) {
        torch::Tensor& gradient = torch::Tensor(parameter.value).mutable_grad();
        if (!gradient.defined())
            gradient = torch::zeros_like(parameter.value, torch::MemoryFormat::Preserve);
        all.push_back(gradient);
    }
    return all;
}

weights::StateDict Discriminators::state() const {
    weights::StateDict state;
    for (std::size_t i = 0; i < m_judges.size(); ++i) {
        for (const NamedParameter& parameter : m_judges[i].optimizer->parameters()) {
            state.emplace(prefixOf(i, "weights") + parameter.name, parameter.value);
            if (parameter.value.grad().defined())
                state.emplace(prefixOf(i, "gradients") + parameter.name, parameter.value.grad());
        }
        weights::insertAs(prefixOf(i, "optimizer"), m_judges[i].optimizer->state(), state);
    }
    return state;
}

void Discriminators::restore(const weights::StateDict& state, const std::string& file) {
    for (std::size_t i = 0; i < m_judges.size(); ++i) {
        const weights::StateDict weights = weights::withPrefix(prefixOf(i, "weights"), state);
        const weights::StateDict gradients = weights::withPrefix(prefixOf(i, "gradients"), state);
        for (const NamedParameter& parameter : m_judges[i].optimizer->parameters()) {
            restoreInto(parameter, weights, file);
            const auto gradient = gradients.find(parameter.name);
            if (gradient != gradients.end())
                torch::Tensor(parameter.value).mutable_grad() =
                    torch::empty_like(parameter.value, torch::MemoryFormat::Preserve)
                        .detach()
                        .copy_(gradient->second);
        }
        m_judges[i].optimizer->restore(weights::withPrefix(prefixOf(i, "optimizer"), state));
    }
}

} // namespace unlit::train
