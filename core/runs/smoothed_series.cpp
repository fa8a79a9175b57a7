#include "core/runs/smoothed_series.h"

#include <cmath>
#include <limits>

namespace unlit::runs {

void SmoothedSeries::follow(const MinMaxPyramid& raw) {
    if (raw.generation() != m_generation) {
        m_generation = raw.generation();
        m_values.truncate(0);
        m_sum = 0;
        m_weights = 0;
    }
    for (std::size_t i = m_values.size(); i < raw.size(); ++i) {
        const double value = raw[i];
        if (std::isfinite(value)) {
            m_sum = m_weight * m_sum + (1 - m_weight) * value;
            m_weights = m_weight * m_weights + (1 - m_weight);
        }
        m_values.append(m_weights > 0 ? m_sum / m_weights
                                      : std::numeric_limits<double>::quiet_NaN());
    }
}

} // namespace unlit::runs
