#include "core/train/optim/optimizer.h"

#include "core/base/error.h"
#include "core/nn/torch_compat.h"
#include "core/train/optim/fused_adam.h"
#include "core/train/optim/optimizer_kinds.h"

#include <torch/utils.h>

#include <map>
#include <utility>

namespace unlit::train {

namespace {

/// One of torch's optimizers and the weights that are its own.
struct Part {
    config::OptimizerKind kind;
    std::unique_ptr<torch::optim::Optimizer> optimizer;
};

/// Muon is for matrices: the other weights of its networks (biases, norms) are AdamW's.
config::OptimizerKind kindFor(const config::OptimizerConfig& config, const torch::Tensor& weight) {
    const bool isOthers = config.name == config::OptimizerKind::Muon && weight.dim() < 2;
    return isOthers ? config::OptimizerKind::AdamW : config.name;
}

std::vector<Part> makeParts(const config::OptimizerConfig& config,
                            const std::vector<NamedParameter>& parameters) {
    std::map<config::OptimizerKind, std::vector<torch::Tensor>> byKind;
    for (const NamedParameter& parameter : parameters)
        byKind[kindFor(config, parameter.value)].push_back(parameter.value);
    std::vector<Part> parts;
    for (auto& [kind, weights] : byKind)
        parts.push_back({kind, makeOptimizer(kind, config, std::move(weights))});
    return parts;
}

/// What networks keep of their weights is made anew by the weight's version, which neither a pass
/// over plain memory nor torch's SGD changes.
void tellVersions(torch::optim::Optimizer& optimizer) {
    for (auto& group : optimizer.param_groups())
        for (const torch::Tensor& weight : group.params())
            if (weight.grad().defined())
                weight.unsafeGetTensorImpl()->bump_version();
}

} // namespace

class Optimizer::Impl {
public:
    Impl(const config::OptimizerConfig& config, const std::vector<NamedParameter>& parameters)
        : m_config(config), m_parts(makeParts(config, parameters)) {
        followSchedules(0);
    }

    void setLearningRate(double rate) {
        for (Part& part : m_parts)
            for (auto& group : part.optimizer->param_groups())
                group.options().set_lr(rate);
    }

    void followSchedules(std::int64_t stepsDone) {
        for (Part& part : m_parts)
            for (auto& group : part.optimizer->param_groups())
                setOptions(part.kind, group, m_config, stepsDone);
    }

    void step() {
        for (Part& part : m_parts) {
            if (!takeFusedAdamStep(part.kind, *part.optimizer))
                part.optimizer->step();
            tellVersions(*part.optimizer);
        }
    }

    OptimizerMemory memory(const torch::Tensor& parameter) const {
        for (const Part& part : m_parts) {
            const auto found =
                part.optimizer->state().find(nn::compat::optimizerStateKey(parameter));
            if (found != part.optimizer->state().end())
                return memoryOf(part.kind, *found->second);
        }
        return {};
    }

    void setMemory(const torch::Tensor& parameter, const OptimizerMemory& memory) {
        Part& part = partOf(parameter);
        part.optimizer->state()[nn::compat::optimizerStateKey(parameter)] =
            memoryFrom(part.kind, parameter, memory);
    }

    /// How much the optimizer remembers of a weight.
    std::size_t countOf(const torch::Tensor& parameter) const {
        return memoryCount(kindFor(m_config, parameter), m_config);
    }

private:
    Part& partOf(const torch::Tensor& parameter) {
        for (Part& part : m_parts)
            for (auto& group : part.optimizer->param_groups())
                for (const torch::Tensor& weight : group.params())
                    if (weight.is_same(parameter))
                        return part;
        throw Error::internal("a weight that no optimizer has");
    }

    config::OptimizerConfig m_config;
    std::vector<Part> m_parts;
};

Optimizer::Optimizer(const config::OptimizerConfig& config, std::vector<NamedParameter> parameters,
                     const StateSharding* sharding)
    : m_parameters(std::move(parameters)), m_sharding(sharding),
      m_impl(std::make_unique<Impl>(config, mine())) {}

Optimizer::~Optimizer() = default;

void Optimizer::setLearningRate(double rate) {
    m_impl->setLearningRate(rate);
}

void Optimizer::followSchedules(std::int64_t stepsDone) {
    m_impl->followSchedules(stepsDone);
}

void Optimizer::step() {
    m_impl->step();
    if (m_sharding == nullptr)
        return;
    std::vector<torch::Tensor> weights;
    for (const NamedParameter& parameter : m_parameters)
        weights.push_back(parameter.value);
    m_sharding->complete(weights);
}

std::vector<NamedParameter> Optimizer::mine() const {
    std::vector<NamedParameter> own;
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        if (isMine(i))
            own.push_back(m_parameters[i]);
    return own;
}

std::uint64_t Optimizer::updatedBytes() const {
    std::uint64_t bytes = 0;
    for (const NamedParameter& parameter : mine())
        bytes += parameter.value.nbytes();
    return bytes;
}

void Optimizer::clearGradients() {
    for (NamedParameter& parameter : m_parameters)
        parameter.value.mutable_grad() = torch::Tensor();
}

weights::StateDict Optimizer::state() const {
    weights::StateDict state;
    for (const NamedParameter& parameter : m_parameters)
        for (const auto& [what, value] : m_impl->memory(parameter.value))
            state.emplace(what + "/" + parameter.name, value);
    return state;
}

void Optimizer::restore(const weights::StateDict& state) {
    torch::NoGradGuard noGrad;
    std::map<std::string, OptimizerMemory> byParameter;
    for (const auto& [key, value] : state) {
        const std::size_t slash = key.find('/');
        byParameter[slash == std::string::npos ? key : key.substr(slash + 1)].emplace(
            key.substr(0, slash), value);
    }
    std::size_t used = 0;
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        const NamedParameter& parameter = m_parameters[i];
        const auto found = byParameter.find(parameter.name);
        if (found == byParameter.end())
            continue;
        const OptimizerMemory& memory = found->second;
        bool fits = memory.size() == m_impl->countOf(parameter.value);
        for (const auto& [what, value] : memory)
            fits = fits && (what == "step" || value.sizes() == parameter.value.sizes());
        if (!fits)
            throw Error::invalidInput("the saved optimizer does not fit the weight " +
                                          parameter.name,
                                      "the run was trained with another optimizer or model");
        if (isMine(i))
            m_impl->setMemory(parameter.value, memory);
        ++used;
    }
    if (used != byParameter.size())
        throw Error::invalidInput("the saved optimizer knows weights that the model does not have",
                                  "the run was trained with another model");
}

} // namespace unlit::train
