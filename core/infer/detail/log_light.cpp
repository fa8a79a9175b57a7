#include "core/infer/detail/log_light.h"

#include "core/image/color/color.h"
#include "core/nn/kernels/number.h"

#include <algorithm>

namespace unlit::infer {

namespace {

constexpr int kSteps = 8192;
constexpr int kExactSteps = 64; ///< of them, from black on

float logOf(float value, ColorSpace space) {
    return encodeDisplay(decodeDisplay(value, space), ColorSpace::Log100);
}

float ofLog(float value, ColorSpace space) {
    return encodeDisplay(decodeDisplay(value, ColorSpace::Log100), space);
}

UNLIT_VECTOR_LOOPS void clipRow(const float* values, std::int64_t count, float* results) {
    for (std::int64_t i = 0; i < count; ++i)
        results[i] = std::clamp(values[i], 0.0F, 1.0F);
}

} // namespace

CurveTable::CurveTable(Function function, ColorSpace space) : m_function(function), m_space(space) {
    m_knots.reserve(kSteps + 2);
    for (int i = 0; i <= kSteps; ++i)
        m_knots.push_back(function(static_cast<float>(i) / static_cast<float>(kSteps), space));
    m_knots.push_back(m_knots.back()); // beside the last one
}

CurveTable CurveTable::toLog(ColorSpace space) {
    return space == ColorSpace::Log100 ? CurveTable() : CurveTable(logOf, space);
}

CurveTable CurveTable::fromLog(ColorSpace space) {
    return space == ColorSpace::Log100 ? CurveTable() : CurveTable(ofLog, space);
}

void CurveTable::apply(const float* values, std::int64_t count, float* results) const {
    if (m_knots.empty()) {
        clipRow(values, count, results);
        return;
    }
    for (std::int64_t i = 0; i < count; ++i) {
        const float at = std::clamp(values[i], 0.0F, 1.0F) * static_cast<float>(kSteps);
        const auto knot = static_cast<std::int32_t>(at);
        if (knot < kExactSteps) {
            results[i] = m_function(std::clamp(values[i], 0.0F, 1.0F), m_space);
            continue;
        }
        const float low = m_knots[static_cast<std::size_t>(knot)];
        const float high = m_knots[static_cast<std::size_t>(knot) + 1];
        results[i] = low + (at - static_cast<float>(knot)) * (high - low);
    }
}

} // namespace unlit::infer
