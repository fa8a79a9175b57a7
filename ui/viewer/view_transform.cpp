#include "ui/viewer/view_transform.h"

#include "ui/viewer/luminance.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kStripePx = 4; // of marks for clipping; a power of two

/// With the kind of layer folded in: 0 … 1 is what curve or colour map take.
LightAdjustment lightFor(const ToneSettings& tone, const LayerTone& layer) {
    LightAdjustment light = tone.light;
    light.exposureEv += layer.ownEv;
    if (layer.kind == LayerKind::Scalar)
        light.exposureEv -= std::log2(layer.scaleTop);
    if (layer.kind == LayerKind::Signed) // -1 … 1 around the middle
        return {.exposureEv = light.exposureEv - 1, .offset = 0.5 + light.offset / 2, .gamma = 1};
    return light;
}

std::optional<ColorMapKind> mapFor(const ToneSettings& tone, const LayerTone& layer) {
    if (tone.falseColor)
        return tone.falseColor;
    return layer.kind == LayerKind::Scalar ? std::optional(layer.map) : std::nullopt;
}

/// Of a whole row, without a branch for each number.
bool isFinite(std::span<const float> row) {
    constexpr std::uint32_t exponent = 0x7f800000;
    std::uint32_t strange = 0;
    for (const float value : row)
        strange |= (std::bit_cast<std::uint32_t>(value) & exponent) == exponent ? 1U : 0U;
    return strange == 0;
}

} // namespace

std::optional<QRgb> strangeMark(float red, float green, float blue) {
    if (std::isnan(red) || std::isnan(green) || std::isnan(blue))
        return kNotANumberMark;
    if (std::isinf(red) || std::isinf(green) || std::isinf(blue))
        return kInfiniteMark;
    return {};
}

ViewTransform::ViewTransform(const ToneSettings& tone, const LayerTone& layer)
    : m_tone(tone), m_layer(layer), m_light(lightFor(tone, layer)), m_map(mapFor(tone, layer)),
      m_curve(layer.isRaw || layer.kind != LayerKind::Color ? ColorSpace::Raw : ColorSpace::Linear,
              m_light),
      m_colors(m_map.value_or(ColorMapKind::Grey)) {
    m_gain = std::exp2(m_light.exposureEv);
    m_white = static_cast<float>((1 - m_light.offset) * std::exp2(-m_light.exposureEv));
    m_black = static_cast<float>(-m_light.offset * std::exp2(-m_light.exposureEv));
}

double ViewTransform::numberAt(double position) const {
    const double light = std::pow(position, m_light.gamma);
    return (light - m_light.offset) * std::exp2(-m_light.exposureEv);
}

float ViewTransform::scalarOf(float red, float green, float blue, float alpha) const {
    switch (m_tone.channel) {
    case ChannelView::Red:
        return red;
    case ChannelView::Green:
        return green;
    case ChannelView::Blue:
        return blue;
    case ChannelView::Alpha:
        return alpha;
    case ChannelView::Color:
    case ChannelView::Luminance:
        break;
    }
    const bool isLight = m_layer.kind == LayerKind::Color && !m_layer.isRaw;
    return isLight ? luminance(red, green, blue) : (red + green + blue) / 3;
}

QRgb ViewTransform::mapped(float value) const {
    const double light = value * m_gain + m_light.offset;
    return m_colors(static_cast<float>(m_light.gamma == 1 ? light : m_light.apply(value)));
}

QRgb ViewTransform::shown(float red, float green, float blue, float alpha) const {
    if (m_tone.channel == ChannelView::Alpha) { // a share, not light: no exposure
        const std::uint8_t grey = toByte(alpha);
        return m_map ? m_colors(alpha) : qRgb(grey, grey, grey);
    }
    if (const auto mark = strangeMark(red, green, blue))
        return *mark;
    if (m_map)
        return mapped(scalarOf(red, green, blue, alpha));
    if (m_tone.channel == ChannelView::Color)
        return qRgb(m_curve(red), m_curve(green), m_curve(blue));
    const std::uint8_t grey = m_curve(scalarOf(red, green, blue, alpha));
    return qRgb(grey, grey, grey);
}

QRgb ViewTransform::marked(QRgb color, float red, float green, float blue, float alpha, int x,
                           int y) const {
    const bool isOnStripe = (((x + y) / kStripePx) & 1) != 0;
    if (!isOnStripe || m_tone.channel == ChannelView::Alpha || strangeMark(red, green, blue))
        return color;
    const bool isColor = m_tone.channel == ChannelView::Color && !m_map;
    const float scalar = scalarOf(red, green, blue, alpha);
    if (isColor ? isAbove(red) || isAbove(green) || isAbove(blue) : isAbove(scalar))
        return kAboveMark;
    if (isColor ? isBelow(red) || isBelow(green) || isBelow(blue) : isBelow(scalar))
        return kBelowMark;
    return color;
}

void ViewTransform::convert(const ColorRow& row, std::span<const float> alpha, int x, int y,
                            std::span<QRgb> to) const {
    if (!m_map && m_tone.channel == ChannelView::Color && !m_tone.marksClipping) {
        m_curve.convert(row.red, row.green, row.blue, to);
        if (!isFinite(row.red) || !isFinite(row.green) || !isFinite(row.blue))
            for (std::size_t i = 0; i < to.size(); ++i)
                to[i] = strangeMark(row.red[i], row.green[i], row.blue[i]).value_or(to[i]);
        return;
    }
    for (std::size_t i = 0; i < to.size(); ++i) {
        const float share = alpha.empty() ? 1.0F : alpha[i];
        to[i] = shown(row.red[i], row.green[i], row.blue[i], share);
        if (m_tone.marksClipping)
            to[i] = marked(to[i], row.red[i], row.green[i], row.blue[i], share,
                           x + static_cast<int>(i), y);
    }
}

std::optional<PixelMark> ViewTransform::markOf(const ColorRow& row, std::span<const float> alpha,
                                               const QSize& level, int x, int y,
                                               std::size_t at) const {
    if (strangeMark(row.red[at], row.green[at], row.blue[at]))
        return {}; // has a mark of its own
    if (m_layer.lightless && m_layer.lightless->isMarked(level, x, y))
        return m_tone.marksLightless ? std::optional(PixelMark::Lightless) : std::nullopt;
    if (!marksPaint() || (!alpha.empty() && !(alpha[at] > 0)))
        return {};
    const float brightest = std::max({row.red[at], row.green[at], row.blue[at]});
    if (isTooDark(brightest, m_tone.paintLimits))
        return PixelMark::TooDark;
    if (isTooBright(brightest, m_tone.paintLimits))
        return PixelMark::TooBright;
    return {};
}

void ViewTransform::markPixels(const ColorRow& row, std::span<const float> alpha,
                               const QSize& level, int x, int y, std::span<QRgb> to) const {
    if (m_tone.channel == ChannelView::Alpha)
        return;
    for (std::size_t i = 0; i < to.size(); ++i) {
        const int column = x + static_cast<int>(i);
        const auto mark = markOf(row, alpha, level, column, y, i);
        if (mark && isOnMark(*mark, column, y))
            to[i] = markColor(*mark);
    }
}

QRgb ViewTransform::colorOf(const std::array<float, 3>& color, float alpha) const {
    return shown(color[0], color[1], color[2], alpha);
}

} // namespace unlit::ui
