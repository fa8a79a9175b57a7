// Torch's own optimizers and Muon behind one small interface, with a state that can be saved by
// name.
#pragma once

#include "core/config/optimization_config.h"
#include "core/train/optim/state_sharding.h"
#include "core/weights/state_dict.h"

#include <torch/types.h>

#include <memory>
#include <string>
#include <vector>

namespace unlit::train {

struct NamedParameter {
    std::string name; ///< state_dict key
    torch::Tensor value;
};

/// Shares the memory of the parameters. Begins with rate 0: set one before each step. Thread: the
/// one that trains.
class Optimizer {
public:
    /// `sharding`: of several processes, which of the parameters this one updates; it outlives the
    /// optimizer. Null: all of them.
    Optimizer(const config::OptimizerConfig& config, std::vector<NamedParameter> parameters,
              const StateSharding* sharding = nullptr);
    ~Optimizer();
    Optimizer(const Optimizer&) = delete;
    Optimizer& operator=(const Optimizer&) = delete;

    void setLearningRate(double rate);

    /// Takes what scheduled settings (weight decay, eps, momentum, dampening) are for the step that
    /// follows `stepsDone` finished ones.
    void followSchedules(std::int64_t stepsDone);

    /// One update with the gradients that the parameters hold. Collective where state is sharded:
    /// each process updates its own parameters, and has those of the others then.
    void step();

    /// Frees the gradients; the next backward makes new ones.
    void clearGradients();

    const std::vector<NamedParameter>& parameters() const { return m_parameters; }

    /// Bytes of the parameters that this process updates.
    std::uint64_t updatedBytes() const;

    /// What the optimizer remembers, sharing its memory; of the parameters that this process
    /// updates: "step/NAME" (int64 scalar),
    /// "exp_avg/NAME", "exp_avg_sq/NAME", with amsgrad "max_exp_avg_sq/NAME"; SGD, and
    /// Muon's matrices: "momentum_buffer/NAME". Empty before the first step.
    weights::StateDict state() const;

    /// `state`: of all parameters; kept is what this process needs. Throws: InvalidInput naming a
    /// tensor that belongs to no parameter or has another shape.
    void restore(const weights::StateDict& state);

private:
    class Impl;

    bool isMine(std::size_t parameter) const {
        return m_sharding == nullptr || m_sharding->isMine(parameter);
    }

    std::vector<NamedParameter> mine() const;

    std::vector<NamedParameter> m_parameters;
    const StateSharding* m_sharding;
    std::unique_ptr<Impl> m_impl;
};

} // namespace unlit::train
