#include "ui/bridge/display_curve.h"

#include "core/image/color.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace unlit::ui {

namespace {

std::uint8_t toByte(double value) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 1.0) * 255.0));
}

} // namespace

float FloatIndex::valueAt(std::size_t place) {
    if (place == 0)
        return 0.0F;
    const auto step = static_cast<std::uint32_t>(place - 1);
    const std::uint32_t middle = std::uint32_t{1} << (kShift - 1);
    return std::bit_cast<float>(kFirst + (step << kShift) + middle);
}

float linearValue(ColorSpace space, float value) {
    switch (space) {
    case ColorSpace::Srgb:
        return decodeSrgb(value);
    case ColorSpace::Gamma22:
        return std::copysign(std::pow(std::abs(value), 2.2F), value);
    case ColorSpace::Linear:
    case ColorSpace::AcesCg:
    case ColorSpace::Raw:
        break;
    }
    return value;
}

DisplayCurve::DisplayCurve(ColorSpace space, double exposureEv) : m_table(FloatIndex::kSize) {
    const auto gain = static_cast<float>(std::exp2(exposureEv));
    for (std::size_t place = 0; place < m_table.size(); ++place) {
        const float light = linearValue(space, FloatIndex::valueAt(place)) * gain;
        m_table[place] = toByte(space == ColorSpace::Raw ? light : encodeSrgb(light));
    }
}

QRgb heatColor(double position) {
    constexpr std::array<std::array<double, 3>, 5> stops = {{{0.03, 0.03, 0.05},
                                                             {0.30, 0.13, 0.22},
                                                             {0.72, 0.35, 0.18},
                                                             {0.96, 0.70, 0.30},
                                                             {1.00, 0.98, 0.90}}};
    const double place = std::clamp(position, 0.0, 1.0) * (stops.size() - 1);
    const auto first = std::min(static_cast<std::size_t>(place), stops.size() - 2);
    const double share = place - static_cast<double>(first);
    const auto mix = [&](std::size_t channel) {
        return toByte(stops[first][channel] * (1 - share) + stops[first + 1][channel] * share);
    };
    return qRgb(mix(0), mix(1), mix(2));
}

HeatCurve::HeatCurve(double top) : m_table(FloatIndex::kSize) {
    const double scale = top > 0 ? 1.0 / top : 0.0;
    for (std::size_t place = 0; place < m_table.size(); ++place)
        m_table[place] = heatColor(FloatIndex::valueAt(place) * scale);
}

} // namespace unlit::ui
