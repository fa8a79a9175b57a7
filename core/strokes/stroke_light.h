// Samples of pictures as logarithms of light, and back.
#pragma once

#include "core/image/color/color_space.h"

#include <vector>

namespace unlit {

/// Darker than any surface: below this logarithms of an albedo tell of noise.
inline constexpr float kDarkestPaint = 1.0F / 1024;

/// A function of samples by a table with straight lines between; outside of [0,1], and in spaces
/// that are not display-encoded, the function itself. Error below 1e-4 in natural logarithms.
/// Immutable; any thread.
class StrokeCurve {
public:
    /// Natural logarithm of the light, kDarkestPaint at least.
    static StrokeCurve logLight(ColorSpace space);

    /// The same light in ColorSpace::Log100, within [0,1]: what pictures are compared by, because
    /// noise in the dark counts for little there.
    static StrokeCurve guide(ColorSpace space);

    float operator()(float sample) const {
        if (m_knots.empty() || !(sample >= 0 && sample <= 1))
            return m_function(sample, m_space);
        const float at = sample * kSteps;
        const int knot = static_cast<int>(at);
        const float share = at - static_cast<float>(knot);
        return m_knots[static_cast<std::size_t>(knot)] +
               share * (m_knots[static_cast<std::size_t>(knot) + 1] -
                        m_knots[static_cast<std::size_t>(knot)]);
    }

private:
    using Function = float (*)(float sample, ColorSpace space);

    static constexpr int kSteps = 4096;

    StrokeCurve(Function function, ColorSpace space);

    Function m_function;
    ColorSpace m_space;
    std::vector<float> m_knots; ///< kSteps + 2, or none
};

} // namespace unlit
