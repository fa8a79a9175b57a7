// Every way in which the learning rate can follow the optimizer steps, chosen by name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace unlit::train {

enum class LrScheduleKind {
    IterExponential, ///< warm-up, then equal ratios to finalRatio
    Constant,        ///< warm-up, then 1
    Cosine,          ///< warm-up, then half a cosine from 1 to finalRatio
    Linear,          ///< warm-up, then a straight line from 1 to finalRatio
    Polynomial,      ///< warm-up, then (1 - progress)^power between 1 and finalRatio
    OneCycle,        ///< a cosine from 1/25 up to 1 over the warm-up, one down to finalRatio
};

/// "IterExponential", "constant", "cosine", "linear", "polynomial", "one_cycle".
std::string_view toString(LrScheduleKind kind);
/// Throws: Unsupported; `where` names the setting.
LrScheduleKind lrScheduleKindFromString(std::string_view text, const std::string& where);

struct LrScheduleOptions {
    LrScheduleKind kind = LrScheduleKind::IterExponential;
    std::int64_t totalIter = 25000; ///< optimizer steps until finalRatio, >= 1
    double finalRatio = 0.01;       ///< above 0
    std::int64_t warmupSteps = 100; ///< >= 0
    double power = 1;               ///< polynomial only, above 0
};

/// A factor of the configured rate. The factor for n belongs to the step that follows n finished
/// ones; after totalIter it stays what it is there. Sources: the reference trainer's
/// IterExponential; Loshchilov and Hutter, "SGDR" (2017) for the cosine; Smith and Topin,
/// "Super-Convergence" (2018) for one cycle.
class LrSchedule {
public:
    /// Throws: InvalidInput for options out of range.
    explicit LrSchedule(const LrScheduleOptions& options);

    /// n >= 0: optimizer steps done so far.
    double factor(std::int64_t n) const;

private:
    double decay(double progress) const;

    LrScheduleOptions m_options;
};

} // namespace unlit::train
