#include "core/strokes/stroke_light.h"

#include "core/image/color/color.h"

#include <algorithm>
#include <cmath>

namespace unlit {

namespace {

float logLightOf(float sample, ColorSpace space) {
    const float light = decodeDisplay(sample, space);
    return std::log(light > kDarkestPaint ? light : kDarkestPaint);
}

float guideOf(float sample, ColorSpace space) {
    const float light = decodeDisplay(sample, space);
    return light > 0 ? encodeDisplay(std::min(light, 1.0F), ColorSpace::Log100) : 0.0F;
}

} // namespace

StrokeCurve::StrokeCurve(Function function, ColorSpace space)
    : m_function(function), m_space(space) {
    if (!isDisplayEncoded(space))
        return;
    for (int i = 0; i <= kSteps + 1; ++i)
        m_knots.push_back(function(std::min(static_cast<float>(i) / kSteps, 1.0F), space));
}

StrokeCurve StrokeCurve::logLight(ColorSpace space) {
    return {logLightOf, space};
}

StrokeCurve StrokeCurve::guide(ColorSpace space) {
    return {guideOf, space};
}

} // namespace unlit
