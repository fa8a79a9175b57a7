// Keeps small gradients of a float16 network above zero.
#pragma once

#include "core/train/optim/optimizer.h"

#include <nlohmann/json.hpp>
#include <torch/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace unlit::train {

/// The loss is multiplied before the way back, the gradients are divided after it. Where they are
/// not finite the step is left out and the scale halved; after so many good steps it is doubled.
/// Source: Micikevicius et al., "Mixed Precision Training", 2018; numbers of torch's GradScaler.
/// Thread: the one that trains.
class GradientScaler {
public:
    static constexpr double kFirstScale = 65536;
    static constexpr double kGrowth = 2;
    static constexpr double kBackoff = 0.5;
    static constexpr std::int64_t kGrowthInterval = 2000;

    torch::Tensor scaled(const torch::Tensor& loss) const { return loss * m_scale; }

    /// Divides the gradients by the scale. False where one is not finite: then all are dropped, the
    /// optimizer must not step, and the scale is smaller from now on. Throws InvalidInput when it
    /// would fall below what float16 can tell apart.
    bool unscale(const std::vector<NamedParameter>& parameters);

    double scale() const { return m_scale; }

    /// Steps that were left out, of all.
    std::int64_t skipped() const { return m_skipped; }

    nlohmann::json toJson() const;
    /// Throws Corrupt naming `file`.
    void restore(const nlohmann::json& json, const std::string& file);

private:
    double m_scale = kFirstScale;
    std::int64_t m_goodSteps = 0; ///< since the scale last changed
    std::int64_t m_skipped = 0;
};

} // namespace unlit::train
