// A running mean of the trained weights: often the better model, at no cost for the training.
#pragma once

#include "core/config/optimization_config.h"
#include "core/train/optim/optimizer.h"
#include "core/weights/state_dict.h"

#include <cstdint>
#include <string>
#include <vector>

namespace unlit::train {

/// The decay rises with the steps: with n = stepsDone - updateAfterStep - 1 it is 0 for n <= 0,
/// then (1 + n) / (10 + n), or with useEmaWarmup 1 - (1 + n / invGamma)^-power, and lies within
/// minDecay and decay. Source: EMAModel of diffusers, which counts the same for updateEvery 1; any
/// other leaves out the updates in between. `stepsDone` >= 1: optimizer steps, the one that was
/// just taken included.
double emaDecay(const config::EmaConfig& config, std::int64_t stepsDone);

/// Starts as a copy of the weights: float32, on their device, in their memory layout. Of several
/// processes each may have the means of some. Thread: the one that trains.
class Ema {
public:
    /// Shares the memory of the parameters, of which it reads the values. `sharding` outlives it;
    /// null: this process has all means.
    Ema(config::EmaConfig config, std::vector<NamedParameter> parameters,
        const StateSharding* sharding = nullptr);

    /// After an optimizer step: mean -= (1 - decay) * (mean - weight).
    void update(std::int64_t stepsDone);

    double decayAt(std::int64_t stepsDone) const { return emaDecay(m_config, stepsDone); }

    /// The means that this process has, by the names of the parameters, sharing memory.
    weights::StateDict means() const;

    /// `means`: of all parameters. Throws: Corrupt naming `file` for a mean that is missing, has
    /// another shape, or belongs to no parameter.
    void restore(const weights::StateDict& means, const std::string& file);

private:
    friend class EmaInUse;

    void updateTogether(double rest);
    std::vector<torch::Tensor> all() const;

    config::EmaConfig m_config;
    std::vector<NamedParameter> m_parameters; ///< whose means this process has
    std::vector<torch::Tensor> m_means;
    std::vector<NamedParameter> m_everyParameter;
    const StateSharding* m_sharding;
};

/// While it lives, the network has the means for weights; afterwards it has its own again, however
/// the scope is left. Moves no memory, unless means are sharded: then each process gets copies of
/// the others', and its making is collective. Nothing may train meanwhile.
class EmaInUse {
public:
    /// `ema` outlives it.
    explicit EmaInUse(Ema& ema);
    ~EmaInUse();
    EmaInUse(const EmaInUse&) = delete;
    EmaInUse& operator=(const EmaInUse&) = delete;

private:
    void putBack();

    Ema& m_ema;
    std::vector<torch::Tensor> m_own;
};

} // namespace unlit::train
