// Torch's own optimizers behind one small interface, with a state that can be saved by name.
#pragma once

#include "core/weights/state_dict.h"

#include <torch/types.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace unlit::train {

enum class OptimizerKind { Adam, AdamW, Sgd };

/// "Adam", "AdamW", "SGD".
std::string_view toString(OptimizerKind kind);
/// Throws: Unsupported; `where` names the setting.
OptimizerKind optimizerKindFromString(std::string_view text, const std::string& where);

/// Defaults are those of the reference's recipes.
struct OptimizerOptions {
    OptimizerKind kind = OptimizerKind::Adam;
    double learningRate = 3e-5; ///< above 0; the schedule multiplies it
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-8;
    double weightDecay = 0; ///< Adam, SGD: added to the gradient; AdamW: taken off the weight
    double momentum = 0;    ///< SGD only
    bool nesterov = false;  ///< SGD only
};

struct NamedParameter {
    std::string name; ///< state_dict key
    torch::Tensor value;
};

/// Shares the memory of the parameters. Thread: the one that trains.
class Optimizer {
public:
    Optimizer(const OptimizerOptions& options, std::vector<NamedParameter> parameters);
    ~Optimizer();
    Optimizer(const Optimizer&) = delete;
    Optimizer& operator=(const Optimizer&) = delete;

    void setLearningRate(double rate);

    /// One update with the gradients that the parameters hold.
    void step();

    /// Frees the gradients; the next backward makes new ones.
    void clearGradients();

    const std::vector<NamedParameter>& parameters() const { return m_parameters; }

    /// What the optimizer remembers, sharing its memory: "step/NAME" (int64 scalar),
    /// "exp_avg/NAME", "exp_avg_sq/NAME"; "momentum_buffer/NAME". Empty before the first step.
    weights::StateDict state() const;

    /// Throws: InvalidInput naming a tensor that belongs to no parameter or has another shape.
    void restore(const weights::StateDict& state);

private:
    class Impl;

    std::vector<NamedParameter> m_parameters;
    std::unique_ptr<Impl> m_impl;
};

} // namespace unlit::train
