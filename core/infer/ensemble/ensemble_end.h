// When an ensemble has members enough: all of them, as many as were asked for, when it is told to
// end, or when its spread has settled.
#pragma once

#include "core/infer/run_settings.h"

#include <torch/types.h>

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace unlit::infer {

/// Remembers the mean spread after each member.
class SpreadWatch {
public:
    /// `tolerance`: see InferOptions::settledSpread; 0 = never settled.
    explicit SpreadWatch(double tolerance) : m_tolerance(tolerance) {}

    /// Takes the mean spread of the members so far (of two or more). True when the last two members
    /// each changed it by no more than the tolerance.
    bool settledWith(double meanSpread);

private:
    double m_tolerance;
    std::optional<double> m_last;
    int m_calmMembers = 0;
};

class EnsembleEnd {
public:
    EnsembleEnd(const RunSettings& settings, std::stop_token finishEarly);

    /// Members that count at most.
    std::int64_t limit() const { return m_limit; }

    /// `members_K3HW`: all that are done, each [K, 3, H, W] in [0,1], as decoded. Returns how many
    /// of them make the result if the ensemble ends here, nothing if it goes on. Batches of any
    /// size end it with the same member. Call it after each batch.
    std::optional<std::int64_t> endedWith(const std::vector<torch::Tensor>& members_K3HW);

private:
    const RunSettings& m_settings;
    std::stop_token m_finishEarly;
    std::int64_t m_limit;
    std::int64_t m_watched = 0;
    SpreadWatch m_watch;
};

} // namespace unlit::infer
