// From a pixel's number to a byte on the screen: exposure, offset, gamma and the screen's curve in
// one table.
#pragma once

#include "core/image/color/color_space.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace unlit::ui {

/// Maps a float to a place in a table with 1024 steps per stop, from 2^-30 to 2^17: finer than the
/// 8 bits of a screen at any exposure. Negative numbers have a half of their own; NaN goes to
/// place 0.
struct FloatIndex {
    static constexpr int kStopBits = 10;
    static constexpr int kShift = 23 - kStopBits;
    static constexpr std::uint32_t kFirst = std::uint32_t{127 - 30} << 23;
    static constexpr std::uint32_t kLast = std::uint32_t{127 + 17} << 23;
    static constexpr std::size_t kHalf = ((kLast - kFirst) >> kShift) + 2;
    static constexpr std::size_t kSize = 2 * kHalf; ///< 0 and positive ones first

    /// Without branches, so that loops over it become SIMD.
    static std::uint32_t of(float value) {
        const auto bits = std::bit_cast<std::uint32_t>(value);
        const auto size = static_cast<std::int32_t>(bits & 0x7fffffffU); // ordered as the numbers
        const std::int32_t bounded = std::min(std::max(size, kBefore), kEnd);
        const std::uint32_t half = (0U - (bits >> 31)) & std::uint32_t{kHalf};
        const auto place = static_cast<std::uint32_t>(bounded - kBefore) >> kShift;
        return size > kInfinity ? 0U : half + place;
    }

    /// The middle of the values that go to `place`.
    static float valueAt(std::size_t place);

private:
    static constexpr std::int32_t kBefore = std::int32_t{kFirst} - (1 << kShift); // place 0
    static constexpr std::int32_t kEnd = std::int32_t{kLast};
    static constexpr std::int32_t kInfinity = 0x7f800000;
};

/// What a view does to linear light before the screen's curve.
struct LightAdjustment {
    double exposureEv = 0; ///< stops
    double offset = 0;     ///< added after exposure
    double gamma = 1;      ///< powers of 1 / gamma, odd-symmetric for negatives; above 0

    /// Light on the screen, 1 = white; not yet clipped, not yet encoded.
    double apply(double linear) const;

    bool operator==(const LightAdjustment&) const = default;
};

/// Colour on the screen: value -> linear light -> adjustment -> sRGB byte. Raw numbers get no
/// screen curve. AcesCg must have been converted to Linear before. Any thread.
class DisplayCurve {
public:
    DisplayCurve(ColorSpace space, const LightAdjustment& adjustment);

    DisplayCurve(ColorSpace space, double exposureEv)
        : DisplayCurve(space, LightAdjustment{.exposureEv = exposureEv}) {}

    std::uint8_t operator()(float value) const { return m_table[FloatIndex::of(value)]; }

    /// Opaque pixels 0xffRRGGBB of a row; all spans have one length.
    void convert(std::span<const float> red, std::span<const float> green,
                 std::span<const float> blue, std::span<std::uint32_t> to) const;

private:
    std::uint8_t byteAt(std::size_t place) const;
    /// Bytes rise or fall along the table: stretches with equal ends are filled at once.
    void fill(std::size_t first, std::size_t last);

    ColorSpace m_space;
    LightAdjustment m_adjustment;
    std::vector<std::uint8_t> m_table;
};

/// The byte of a display value, clipped to [0,1].
std::uint8_t toByte(double display);

} // namespace unlit::ui
