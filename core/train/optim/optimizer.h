// Torch's own optimizers and Muon behind one small interface, with a state that can be saved by
// name.
#pragma once

#include "core/config/optimization_config.h"
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
    Optimizer(const config::OptimizerConfig& config, std::vector<NamedParameter> parameters);
    ~Optimizer();
    Optimizer(const Optimizer&) = delete;
    Optimizer& operator=(const Optimizer&) = delete;

    void setLearningRate(double rate);

    /// Takes what scheduled settings (weight decay, eps, momentum, dampening) are for the step that
    /// follows `stepsDone` finished ones.
    void followSchedules(std::int64_t stepsDone);

    /// One update with the gradients that the parameters hold.
    void step();

    /// Frees the gradients; the next backward makes new ones.
    void clearGradients();

    const std::vector<NamedParameter>& parameters() const { return m_parameters; }

    /// What the optimizer remembers, sharing its memory: "step/NAME" (int64 scalar),
    /// "exp_avg/NAME", "exp_avg_sq/NAME", with amsgrad "max_exp_avg_sq/NAME"; SGD, and
    /// Muon's matrices: "momentum_buffer/NAME". Empty before the first step.
    weights::StateDict state() const;

    /// Throws: InvalidInput naming a tensor that belongs to no parameter or has another shape.
    void restore(const weights::StateDict& state);

private:
    class Impl;

    std::vector<NamedParameter> m_parameters;
    std::unique_ptr<Impl> m_impl;
};

} // namespace unlit::train
