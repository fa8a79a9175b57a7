#include "ui/bridge/display_curve.h"

#include "core/image/color/color.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr std::size_t kPiece = 128; // pixels whose places fit into the nearest cache

} // namespace

std::uint8_t toByte(double display) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(display, 0.0, 1.0) * 255.0));
}

float FloatIndex::valueAt(std::size_t place) {
    const bool isNegative = place >= kHalf;
    const std::size_t step = isNegative ? place - kHalf : place;
    if (step == 0)
        return 0.0F;
    const std::uint32_t middle = std::uint32_t{1} << (kShift - 1);
    const auto bits = kFirst + (static_cast<std::uint32_t>(step - 1) << kShift) + middle;
    const auto value = std::bit_cast<float>(bits);
    return isNegative ? -value : value;
}

double LightAdjustment::apply(double linear) const {
    const double light = linear * std::exp2(exposureEv) + offset;
    return gamma == 1 ? light : std::copysign(std::pow(std::abs(light), 1 / gamma), light);
}

DisplayCurve::DisplayCurve(ColorSpace space, const LightAdjustment& adjustment)
    : m_space(space), m_adjustment(adjustment), m_table(FloatIndex::kSize) {
    for (const std::size_t start : {std::size_t{0}, FloatIndex::kHalf}) {
        const std::size_t last = start + FloatIndex::kHalf - 1;
        m_table[start] = byteAt(start);
        m_table[last] = byteAt(last);
        fill(start, last);
    }
}

void DisplayCurve::convert(std::span<const float> red, std::span<const float> green,
                           std::span<const float> blue, std::span<std::uint32_t> to) const {
    // Places first, for many pixels at once; then the bytes, one by one.
    std::array<std::array<std::uint32_t, kPiece>, 3> places;
    for (std::size_t start = 0; start < to.size(); start += kPiece) {
        const std::size_t count = std::min(kPiece, to.size() - start);
        const std::array<const float*, 3> from = {red.data() + start, green.data() + start,
                                                  blue.data() + start};
        for (std::size_t c = 0; c < 3; ++c)
            for (std::size_t i = 0; i < count; ++i)
                places[c][i] = FloatIndex::of(from[c][i]);
        for (std::size_t i = 0; i < count; ++i)
            to[start + i] = 0xff000000U | std::uint32_t{m_table[places[0][i]]} << 16 |
                            std::uint32_t{m_table[places[1][i]]} << 8 |
                            std::uint32_t{m_table[places[2][i]]};
    }
}

std::uint8_t DisplayCurve::byteAt(std::size_t place) const {
    const double light = m_adjustment.apply(decodeDisplay(FloatIndex::valueAt(place), m_space));
    return toByte(m_space == ColorSpace::Raw ? light : encodeSrgb(static_cast<float>(light)));
}

void DisplayCurve::fill(std::size_t first, std::size_t last) {
    if (last - first < 2)
        return;
    if (m_table[first] == m_table[last]) {
        std::fill(m_table.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                  m_table.begin() + static_cast<std::ptrdiff_t>(last), m_table[first]);
        return;
    }
    const std::size_t middle = first + (last - first) / 2;
    m_table[middle] = byteAt(middle);
    fill(first, middle);
    fill(middle, last);
}

} // namespace unlit::ui
