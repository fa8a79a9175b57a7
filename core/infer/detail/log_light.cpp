#include "core/infer/detail/log_light.h"

#include "core/image/color.h"

#include <algorithm>

namespace unlit::infer {

namespace {

constexpr int kSteps = 8192;

bool isLog(ColorSpace space) {
    return space == ColorSpace::Log100;
}

template <class Function>
std::vector<float> knotsOf(const Function& function) {
    std::vector<float> knots;
    knots.reserve(kSteps + 2);
    for (int i = 0; i <= kSteps; ++i)
        knots.push_back(function(static_cast<float>(i) / static_cast<float>(kSteps)));
    knots.push_back(knots.back()); // beside the last one
    return knots;
}

} // namespace

CurveTable CurveTable::toLog(ColorSpace space) {
    if (isLog(space))
        return CurveTable({});
    return CurveTable(knotsOf([space](float value) {
        return encodeDisplay(decodeDisplay(value, space), ColorSpace::Log100);
    }));
}

CurveTable CurveTable::fromLog(ColorSpace space) {
    if (isLog(space))
        return CurveTable({});
    return CurveTable(knotsOf([space](float value) {
        return encodeDisplay(decodeDisplay(value, ColorSpace::Log100), space);
    }));
}

void CurveTable::apply(const float* values, std::int64_t count, float* results) const {
    if (m_knots.empty()) {
        for (std::int64_t i = 0; i < count; ++i)
            results[i] = std::clamp(values[i], 0.0F, 1.0F);
        return;
    }
    for (std::int64_t i = 0; i < count; ++i) {
        const float at = std::clamp(values[i], 0.0F, 1.0F) * static_cast<float>(kSteps);
        const auto knot = static_cast<std::int32_t>(at);
        const float low = m_knots[static_cast<std::size_t>(knot)];
        const float high = m_knots[static_cast<std::size_t>(knot) + 1];
        results[i] = low + (at - static_cast<float>(knot)) * (high - low);
    }
}

} // namespace unlit::infer
