#include "core/train/learning_weights.h"

#include "core/base/error.h"
#include "core/weights/state_prefix.h"

#include <torch/utils.h>

#include <utility>

namespace unlit::train {

namespace {

constexpr std::string_view kOptimizer = "optimizer/";
constexpr std::string_view kGradients = "gradients/";
constexpr const char* kOptimizerCall = "optimizer";
constexpr const char* kMeanCall = "mean";

std::unique_ptr<ShardedState> shardingOf(const BatchTaskOptions& options,
                                         const std::vector<NamedParameter>& parameters) {
    if (!options.peers || !options.shardsState)
        return nullptr;
    return std::make_unique<ShardedState>(options.peers, parameters);
}

} // namespace

LearningWeights::LearningWeights(std::vector<NamedParameter> parameters,
                                 const BatchTaskOptions& options)
    : m_sharding(shardingOf(options, parameters)),
      m_optimizer(options.optimizer, std::move(parameters), m_sharding.get()) {
    if (options.scalesLoss)
        m_scaler.emplace();
    if (options.ema)
        m_ema.emplace(*options.ema, m_optimizer.parameters(), m_sharding.get());
}

bool LearningWeights::giveState(const std::string& told) {
    if (!m_sharding)
        return false;
    const std::string what = ShardedState::calledFor(told);
    if (what == kOptimizerCall)
        m_sharding->give(m_optimizer.state());
    else if (what == kMeanCall)
        m_sharding->give(m_ema->means());
    return !what.empty();
}

torch::Tensor LearningWeights::scaled(const torch::Tensor& loss) const {
    return m_scaler ? m_scaler->scaled(loss) : loss;
}

void LearningWeights::finishBackward() {
    m_leavesStepOut = m_scaler && !m_scaler->unscale(m_optimizer.parameters());
}

void LearningWeights::step(std::int64_t steps) {
    if (!m_leavesStepOut)
        m_optimizer.step();
    m_optimizer.clearGradients();
    if (m_ema && !m_leavesStepOut)
        m_ema->update(steps);
}

std::vector<Scalar> LearningWeights::scalars() const {
    if (!m_scaler)
        return {};
    return {{"train/loss_scale", m_scaler->scale()},
            {"train/skipped_steps", static_cast<double>(m_scaler->skipped())}};
}

void LearningWeights::addState(weights::StateDict& state) const {
    weights::StateDict optimizer = m_optimizer.state();
    if (m_sharding)
        optimizer = m_sharding->called(kOptimizerCall, optimizer);
    weights::insertAs(kOptimizer, optimizer, state);
    for (const NamedParameter& parameter : m_optimizer.parameters())
        if (parameter.value.grad().defined())
            state.emplace(std::string(kGradients) + parameter.name, parameter.value.grad());
}

void LearningWeights::addCounts(nlohmann::json& json) const {
    if (m_scaler)
        json["gradient_scaler"] = m_scaler->toJson();
}

std::optional<weights::StateDict> LearningWeights::withMeans(weights::StateDict weights) const {
    if (!m_ema)
        return {};
    weights::StateDict means = m_ema->means();
    if (m_sharding)
        means = m_sharding->called(kMeanCall, means);
    for (const auto& [name, mean] : means)
        if (const auto own = weights.find(name); own != weights.end()) // not another network's
            own->second = mean;
    return weights;
}

void LearningWeights::restore(const weights::StateDict& state, const nlohmann::json& json,
                              bool takesGradients, const std::string& file) {
    if (m_scaler && json.contains("gradient_scaler")) // not where the precision was another one
        m_scaler->restore(json.at("gradient_scaler"), file);
    m_optimizer.restore(weights::withPrefix(kOptimizer, state));
    if (takesGradients)
        restoreGradients(weights::withPrefix(kGradients, state), file);
}

void LearningWeights::restoreMeans(const weights::StateDict& means, const std::string& file) {
    if (!m_ema)
        return;
    weights::StateDict trained;
    for (const NamedParameter& parameter : m_optimizer.parameters())
        if (const auto found = means.find(parameter.name); found != means.end())
            trained.insert(*found);
    m_ema->restore(trained, file);
}

void LearningWeights::restoreGradients(const weights::StateDict& gradients,
                                       const std::string& file) {
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

} // namespace unlit::train
