// From a pixel's number to a byte on the screen: the view's exposure and the screen's curve in one
// table.
#pragma once

#include "core/image/color_space.h"

#include <QRgb>

#include <bit>
#include <cstdint>
#include <vector>

namespace unlit::ui {

/// Maps a float to a place in a table with 1024 steps per stop, from 2^-30 to 2^17: finer than the
/// 8 bits of a screen at any exposure. Negative numbers and NaN go to place 0.
struct FloatIndex {
    static constexpr int kStopBits = 10;
    static constexpr int kShift = 23 - kStopBits;
    static constexpr std::uint32_t kFirst = std::uint32_t{127 - 30} << 23;
    static constexpr std::uint32_t kLast = std::uint32_t{127 + 17} << 23;
    static constexpr std::size_t kSize = ((kLast - kFirst) >> kShift) + 2;

    static std::size_t of(float value) {
        if (!(value > 0.0F))
            return 0;
        const auto bits = std::bit_cast<std::uint32_t>(value);
        if (bits < kFirst)
            return 0;
        return bits >= kLast ? kSize - 1 : ((bits - kFirst) >> kShift) + 1;
    }

    /// The middle of the values that go to `place`.
    static float valueAt(std::size_t place);
};

/// Colour on the screen: value -> linear light x 2^exposureEv -> sRGB byte. Raw numbers get no
/// curve. AcesCg must have been converted to Linear before.
class DisplayCurve {
public:
    DisplayCurve(ColorSpace space, double exposureEv);

    std::uint8_t operator()(float value) const { return m_table[FloatIndex::of(value)]; }

private:
    std::vector<std::uint8_t> m_table;
};

/// Uncertainty on the screen: 0 is black, `top` the brightest of a ramp through warm light to
/// white.
class HeatCurve {
public:
    explicit HeatCurve(double top);

    QRgb operator()(float value) const { return m_table[FloatIndex::of(value)]; }

private:
    std::vector<QRgb> m_table;
};

/// The ramp itself, `position` in [0,1]; for the legend.
QRgb heatColor(double position);

/// Linear light of a stored value, for the pixel readout. Raw and scene-linear values are returned
/// as they are.
float linearValue(ColorSpace space, float value);

} // namespace unlit::ui
