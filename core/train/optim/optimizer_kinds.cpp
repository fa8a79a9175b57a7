#include "core/train/optim/optimizer_kinds.h"

#include "core/base/error.h"
#include "core/train/optim/muon.h"

#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/sgd.h>
#include <torch/utils.h>

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
    options.momentum(config.momentumOrDefault().at(stepsDone));
    options.dampening(config.dampening.at(stepsDone));
    options.weight_decay(config.weightDecayOrDefault().at(stepsDone));
}

void setMuon(torch::optim::OptimizerParamGroup& group, const config::OptimizerConfig& config,
             std::int64_t stepsDone) {
    auto& options = static_cast<MuonOptions&>(group.options());
    options.momentum = config.momentumOrDefault().at(stepsDone);
    options.weightDecay = config.weightDecayOrDefault().at(stepsDone);
}

/// Like the parameter in type, device and memory layout: the order of additions, and with it the
/// last bit, depends on the layout.
torch::Tensor placedLike(const torch::Tensor& weight, const torch::Tensor& saved) {
    return torch::empty_like(weight, torch::MemoryFormat::Preserve).copy_(saved);
}

template <class State>
OptimizerMemory momentsOf(const torch::optim::OptimizerParamState& state) {
    const auto& moments = static_cast<const State&>(state);
    OptimizerMemory parts = {{"step", torch::tensor(moments.step(), torch::kInt64)},
                             {"exp_avg", moments.exp_avg()},
                             {"exp_avg_sq", moments.exp_avg_sq()}};
    if (moments.max_exp_avg_sq().defined())
        parts.emplace("max_exp_avg_sq", moments.max_exp_avg_sq());
    return parts;
}

template <class State>
std::unique_ptr<torch::optim::OptimizerParamState> momentsFrom(const torch::Tensor& weight,
                                                               const OptimizerMemory& parts) {
    auto state = std::make_unique<State>();
    state->step(parts.at("step").template item<std::int64_t>());
    state->exp_avg(placedLike(weight, parts.at("exp_avg")));
    state->exp_avg_sq(placedLike(weight, parts.at("exp_avg_sq")));
    if (const auto largest = parts.find("max_exp_avg_sq"); largest != parts.end())
        state->max_exp_avg_sq(placedLike(weight, largest->second));
    return state;
}

} // namespace

std::unique_ptr<torch::optim::Optimizer> makeOptimizer(config::OptimizerKind kind,
                                                       const config::OptimizerConfig& config,
                                                       std::vector<torch::Tensor> weights) {
    switch (kind) {
    case config::OptimizerKind::Adam:
        return std::make_unique<torch::optim::Adam>(std::move(weights),
                                                    adamOptions<torch::optim::AdamOptions>(config));
    case config::OptimizerKind::AdamW:
        return std::make_unique<torch::optim::AdamW>(
            std::move(weights), adamOptions<torch::optim::AdamWOptions>(config));
    case config::OptimizerKind::Muon:
        return std::make_unique<Muon>(std::move(weights), MuonOptions());
    case config::OptimizerKind::Sgd:
        return std::make_unique<torch::optim::SGD>(
            std::move(weights), torch::optim::SGDOptions(0.0).nesterov(config.nesterov));
    }
    throw Error::internal("an optimizer of no known kind");
}

void setOptions(config::OptimizerKind kind, torch::optim::OptimizerParamGroup& group,
                const config::OptimizerConfig& config, std::int64_t stepsDone) {
    switch (kind) {
    case config::OptimizerKind::Adam:
        setAdam<torch::optim::AdamOptions>(group, config, stepsDone);
        return;
    case config::OptimizerKind::AdamW:
        setAdam<torch::optim::AdamWOptions>(group, config, stepsDone);
        return;
    case config::OptimizerKind::Muon:
        setMuon(group, config, stepsDone);
        return;
    case config::OptimizerKind::Sgd:
        setSgd(group, config, stepsDone);
        return;
    }
}

OptimizerMemory memoryOf(config::OptimizerKind kind,
                         const torch::optim::OptimizerParamState& state) {
    switch (kind) {
    case config::OptimizerKind::Adam:
        return momentsOf<torch::optim::AdamParamState>(state);
    case config::OptimizerKind::AdamW:
        return momentsOf<torch::optim::AdamWParamState>(state);
    case config::OptimizerKind::Muon:
        return {{"momentum_buffer", static_cast<const MuonParamState&>(state).momentumBuffer}};
    case config::OptimizerKind::Sgd: {
        const auto& sgd = static_cast<const torch::optim::SGDParamState&>(state);
        if (!sgd.momentum_buffer().defined())
            return {};
        return {{"momentum_buffer", sgd.momentum_buffer()}};
    }
    }
    throw Error::internal("an optimizer of no known kind");
}

std::unique_ptr<torch::optim::OptimizerParamState>
memoryFrom(config::OptimizerKind kind, const torch::Tensor& weight, const OptimizerMemory& memory) {
    switch (kind) {
    case config::OptimizerKind::Adam:
        return momentsFrom<torch::optim::AdamParamState>(weight, memory);
    case config::OptimizerKind::AdamW:
        return momentsFrom<torch::optim::AdamWParamState>(weight, memory);
    case config::OptimizerKind::Muon: {
        auto state = std::make_unique<MuonParamState>();
        state->momentumBuffer = placedLike(weight, memory.at("momentum_buffer"));
        return state;
    }
    case config::OptimizerKind::Sgd: {
        auto state = std::make_unique<torch::optim::SGDParamState>();
        state->momentum_buffer(placedLike(weight, memory.at("momentum_buffer")));
        return state;
    }
    }
    throw Error::internal("an optimizer of no known kind");
}

std::size_t memoryCount(config::OptimizerKind kind, const config::OptimizerConfig& config) {
    if (kind == config::OptimizerKind::Sgd || kind == config::OptimizerKind::Muon)
        return 1;
    return config.amsgrad ? 4 : 3;
}

} // namespace unlit::train
