// The weights that learn: their optimizer, the scale of the loss, their running mean, and how these
// are saved and found again.
#pragma once

#include "core/train/batch_task_options.h"
#include "core/train/distributed/sharded_state.h"
#include "core/train/optim/ema.h"
#include "core/train/optim/gradient_scaler.h"
#include "core/train/optim/optimizer.h"
#include "core/train/writers/metric_writer.h"
#include "core/weights/state_dict.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace unlit::train {

/// Thread: the one that trains.
class LearningWeights {
public:
    LearningWeights(std::vector<NamedParameter> parameters, const BatchTaskOptions& options);

    Optimizer& optimizer() { return m_optimizer; }

    const Optimizer& optimizer() const { return m_optimizer; }

    /// Null without a running mean.
    Ema* ema() { return m_ema ? &*m_ema : nullptr; }

    /// Some of what addState() and withMeans() give is other processes': they are collective.
    bool areSharded() const { return m_sharding != nullptr; }

    /// Collective with the first process's addState() or withMeans(). False, and nothing done,
    /// where it has not told this for them.
    bool giveState(const std::string& told);

    /// As gradients of small numbers need it.
    torch::Tensor scaled(const torch::Tensor& loss) const;
    /// All gradients of the step are there: the scale comes out of them.
    void finishBackward();
    /// The weights take them, unless they are not finite; they are dropped. `steps`: this one among
    /// them.
    void step(std::int64_t steps);
    /// "train/loss_scale" and "train/skipped_steps" where the loss is scaled.
    std::vector<Scalar> scalars() const;

    /// "optimizer/…", "gradients/…"
    void addState(weights::StateDict& state) const;
    /// "gradient_scaler" where the loss is scaled.
    void addCounts(nlohmann::json& json) const;
    /// `weights` with the running means in place of what is trained; nothing without one.
    std::optional<weights::StateDict> withMeans(weights::StateDict weights) const;

    /// As addState() and addCounts() gave them. `takesGradients`: those of a step that was saved in
    /// its middle are this process's. Throws Error: Corrupt or InvalidInput naming `file`.
    void restore(const weights::StateDict& state, const nlohmann::json& json, bool takesGradients,
                 const std::string& file);
    /// `means`: those of whole networks, of which only the trained weights' are taken. Throws as
    /// Ema::restore; does nothing without a running mean.
    void restoreMeans(const weights::StateDict& means, const std::string& file);

private:
    void restoreGradients(const weights::StateDict& gradients, const std::string& file);

    std::unique_ptr<ShardedState> m_sharding; ///< null: this process has all state
    Optimizer m_optimizer;
    std::optional<Ema> m_ema;
    std::optional<GradientScaler> m_scaler;
    bool m_leavesStepOut = false; ///< its gradients were not finite
};

} // namespace unlit::train
