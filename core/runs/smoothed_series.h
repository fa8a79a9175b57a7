// A running mean over a series that begins without a bias towards zero.
#pragma once

#include "core/runs/min_max_pyramid.h"

#include <cstdint>

namespace unlit::runs {

/// Exponential moving average with weight w of what came before, divided by the weights that it has
/// seen (as Adam divides its moments: Kingma and Ba 2015, section 3): a constant series stays that
/// constant from its first value on. NaN and infinities are passed over. Used by one thread at a
/// time.
class SmoothedSeries {
public:
    /// 0 = the series itself; below 1.
    explicit SmoothedSeries(double weight) : m_weight(weight) {}

    /// Takes what `raw` has gained since the last call; all of it when it has forgotten something.
    void follow(const MinMaxPyramid& raw);

    double weight() const { return m_weight; }

    /// As long as the series that it followed; NaN before its first finite value.
    const MinMaxPyramid& values() const { return m_values; }

private:
    double m_weight;
    double m_sum = 0;
    double m_weights = 0; ///< of all values in m_sum
    std::uint64_t m_generation = 0;
    MinMaxPyramid m_values;
};

} // namespace unlit::runs
