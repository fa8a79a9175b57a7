// Picture values as logarithms of light and back, fast enough for every pixel of large pictures.
#pragma once

#include "core/image/color/color_space.h"

#include <cstdint>
#include <vector>

namespace unlit::infer {

/// A function of [0,1] by a table with straight lines between; what is outside is clipped.
/// Its error is below 5e-6. Near black, where curves are steepest, it is the function itself.
class CurveTable {
public:
    /// From values of `space` to ColorSpace::Log100's, or the other way. Spaces that are not
    /// display-encoded count as scene-linear light.
    static CurveTable toLog(ColorSpace space);
    static CurveTable fromLog(ColorSpace space);

    /// Values may be changed in place.
    void apply(const float* values, std::int64_t count, float* results) const;

private:
    using Function = float (*)(float value, ColorSpace space);

    CurveTable() = default; ///< only clips
    CurveTable(Function function, ColorSpace space);

    Function m_function = nullptr;
    ColorSpace m_space = ColorSpace::Log100;
    std::vector<float> m_knots;
};

} // namespace unlit::infer
