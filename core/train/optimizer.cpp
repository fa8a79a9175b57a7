#include "core/train/optimizer.h"

#include "core/base/error.h"
#include "core/nn/torch_compat.h"

#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/sgd.h>
#include <torch/utils.h>

#include <map>
#include <utility>

namespace unlit::train {

namespace {

template <class Options>
Options adamOptions(const config::OptimizerConfig& config) {
    return Options(0.0)
        .betas({config.betas[0], config.betas[1]})
        .eps(config.eps.at(0))
        .weight_decay(config.weightDecayOrDefault().at(0))
        .amsgrad(config.amsgrad);
}

std::unique_ptr<torch::optim::Optimizer> makeOptimizer(const config::OptimizerConfig& config,
                                                       std::vector<torch::Tensor> weights) {
    switch (config.name) {
    case config::OptimizerKind::Adam:
        return std::make_unique<torch::optim::Adam>(std::move(weights),
                                                    adamOptions<torch::optim::AdamOptions>(config));
    case config::OptimizerKind::AdamW:
        return std::make_unique<torch::optim::AdamW>(
            std::move(weights), adamOptions<torch::optim::AdamWOptions>(config));
    case config::OptimizerKind::Sgd:
        return std::make_unique<torch::optim::SGD>(
            std::move(weights), torch::optim::SGDOptions(0.0)
                                    .momentum(config.momentum.at(0))
                                    .dampening(config.dampening.at(0))
                                    .nesterov(config.nesterov)
                                    .weight_decay(config.weightDecayOrDefault().at(0)));
    }
    throw Error::internal("an optimizer of no known kind");
}

template <class Options>
void setAdam(torch::optim::OptimizerParamGroup& group, const config::OptimizerConfig& config,
             std::int64_t stepsDone) {
    auto& options = static_cast<Options&>(group.options());
    options.eps(config.eps.at(stepsDone));
    options.weight_decay(config.weightDecayOrDefault().at(stepsDone));
}

void setSgd(torch::optim::OptimizerParamGroup& group, const config::OptimizerConfig& config,
            std::int64_t stepsDone) {
    auto& options = static_cast<torch::optim::SGDOptions&>(group.options());
    options.momentum(config.momentum.at(stepsDone));
    options.dampening(config.dampening.at(stepsDone));
    options.weight_decay(config.weightDecayOrDefault().at(stepsDone));
}

/// Like the parameter in type, device and memory layout: the order of additions, and with it the
/// last bit, depends on the layout.
torch::Tensor placedLike(const torch::Tensor& parameter, const torch::Tensor& saved) {
    return torch::empty_like(parameter, torch::MemoryFormat::Preserve).copy_(saved);
}

using Parts = std::map<std::string, torch::Tensor>; ///< "exp_avg" -> tensor

template <class State>
Parts momentsOf(const torch::optim::OptimizerParamState& state) {
    const auto& moments = static_cast<const State&>(state);
    Parts parts = {{"step", torch::tensor(moments.step(), torch::kInt64)},
                   {"exp_avg", moments.exp_avg()},
                   {"exp_avg_sq", moments.exp_avg_sq()}};
    if (moments.max_exp_avg_sq().defined())
        parts.emplace("max_exp_avg_sq", moments.max_exp_avg_sq());
    return parts;
}

template <class State>
std::unique_ptr<torch::optim::OptimizerParamState> momentsFrom(const torch::Tensor& parameter,
                                                               const Parts& parts) {
    auto state = std::make_unique<State>();
    state->step(parts.at("step").template item<std::int64_t>());
    state->exp_avg(placedLike(parameter, parts.at("exp_avg")));
    state->exp_avg_sq(placedLike(parameter, parts.at("exp_avg_sq")));
    if (const auto largest = parts.find("max_exp_avg_sq"); largest != parts.end())
        state->max_exp_avg_sq(placedLike(parameter, largest->second));
    return state;
}

} // namespace

class Optimizer::Impl {
public:
    Impl(const config::OptimizerConfig& config, std::vector<torch::Tensor> weights)
        : m_config(config), m_optimizer(makeOptimizer(config, std::move(weights))) {}

    torch::optim::Optimizer& torchOptimizer() { return *m_optimizer; }

    void followSchedules(std::int64_t stepsDone) {
        for (auto& group : m_optimizer->param_groups()) {
            if (m_config.name == config::OptimizerKind::Adam)
                setAdam<torch::optim::AdamOptions>(group, m_config, stepsDone);
            else if (m_config.name == config::OptimizerKind::AdamW)
                setAdam<torch::optim::AdamWOptions>(group, m_config, stepsDone);
            else
                setSgd(group, m_config, stepsDone);
        }
    }

    Parts parts(const torch::Tensor& parameter) const {
        const auto found = m_optimizer->state().find(nn::compat::optimizerStateKey(parameter));
        if (found == m_optimizer->state().end())
            return {};
        if (m_config.name == config::OptimizerKind::Adam)
            return momentsOf<torch::optim::AdamParamState>(*found->second);
        if (m_config.name == config::OptimizerKind::AdamW)
            return momentsOf<torch::optim::AdamWParamState>(*found->second);
        const auto& state = static_cast<const torch::optim::SGDParamState&>(*found->second);
        if (!state.momentum_buffer().defined())
            return {};
        return {{"momentum_buffer", state.momentum_buffer()}};
    }

    void setParts(const torch::Tensor& parameter, const Parts& parts) {
        auto& slot = m_optimizer->state()[nn::compat::optimizerStateKey(parameter)];
        if (m_config.name == config::OptimizerKind::Adam) {
            slot = momentsFrom<torch::optim::AdamParamState>(parameter, parts);
        } else if (m_config.name == config::OptimizerKind::AdamW) {
            slot = momentsFrom<torch::optim::AdamWParamState>(parameter, parts);
        } else {
            auto state = std::make_unique<torch::optim::SGDParamState>();
            state->momentum_buffer(placedLike(parameter, parts.at("momentum_buffer")));
            slot = std::move(state);
        }
    }

    /// How much the optimizer remembers of each weight.
    std::size_t partCount() const {
        if (m_config.name == config::OptimizerKind::Sgd)
            return 1;
        return m_config.amsgrad ? 4 : 3;
    }

private:
    config::OptimizerConfig m_config;
    std::unique_ptr<torch::optim::Optimizer> m_optimizer;
};

Optimizer::Optimizer(const config::OptimizerConfig& config, std::vector<NamedParameter> parameters)
    : m_parameters(std::move(parameters)) {
    std::vector<torch::Tensor> values;
    for (const NamedParameter& parameter : m_parameters)
        values.push_back(parameter.value);
    m_impl = std::make_unique<Impl>(config, std::move(values));
}

Optimizer::~Optimizer() = default;

void Optimizer::setLearningRate(double rate) {
    for (auto& group : m_impl->torchOptimizer().param_groups())
        group.options().set_lr(rate);
}

void Optimizer::followSchedules(std::int64_t stepsDone) {
    m_impl->followSchedules(stepsDone);
}

void Optimizer::step() {
    m_impl->torchOptimizer().step();
}

void Optimizer::clearGradients() {
    for (NamedParameter& parameter : m_parameters)
        parameter.value.mutable_grad() = torch::Tensor();
}

weights::StateDict Optimizer::state() const {
    weights::StateDict state;
    for (const NamedParameter& parameter : m_parameters)
        for (const auto& [part, value] : m_impl->parts(parameter.value))
            state.emplace(part + "/" + parameter.name, value);
    return state;
}

void Optimizer::restore(const weights::StateDict& state) {
    torch::NoGradGuard noGrad;
    std::map<std::string, Parts> byParameter;
    for (const auto& [key, value] : state) {
        const std::size_t slash = key.find('/');
        byParameter[slash == std::string::npos ? key : key.substr(slash + 1)].emplace(
            key.substr(0, slash), value);
    }
    std::size_t used = 0;
    for (const NamedParameter& parameter : m_parameters) {
        const auto found = byParameter.find(parameter.name);
        if (found == byParameter.end())
            continue;
        const Parts& parts = found->second;
        bool fits = parts.size() == m_impl->partCount();
        for (const auto& [part, value] : parts)
            fits = fits && (part == "step" || value.sizes() == parameter.value.sizes());
        if (!fits)
            throw Error::invalidInput("the saved optimizer does not fit the weight " +
                                          parameter.name,
                                      "the run was trained with another optimizer or model");
        m_impl->setParts(parameter.value, parts);
        ++used;
    }
    if (used != byParameter.size())
        throw Error::invalidInput("the saved optimizer knows weights that the model does not have",
                                  "the run was trained with another model");
}

} // namespace unlit::train
