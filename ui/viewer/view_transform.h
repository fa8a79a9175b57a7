// From linear light to colours on the screen: what a view shows of pixels, which it never changes.
#pragma once

#include "core/image/paint_limits.h"
#include "ui/bridge/display_curve.h"
#include "ui/viewer/color_map.h"
#include "ui/viewer/pixel_marks.h"
#include "ui/viewer/pixel_source.h"

#include <optional>

namespace unlit::ui {

enum class ChannelView { Color, Red, Green, Blue, Alpha, Luminance };

inline constexpr std::array kChannelViews = {ChannelView::Color, ChannelView::Red,
                                             ChannelView::Green, ChannelView::Blue,
                                             ChannelView::Alpha, ChannelView::Luminance};

/// Settings of a view that hold for all of its layers.
struct ToneSettings {
    LightAdjustment light{};
    ChannelView channel = ChannelView::Color;
    std::optional<ColorMapKind> falseColor{}; ///< unset: each layer as it comes
    bool marksClipping = false;
    bool marksLightless = false; ///< pixels that have no light
    bool marksPaint = false;     ///< paint outside of `paintLimits`
    PaintLimits paintLimits{};   ///< low below high

    bool operator==(const ToneSettings&) const = default;
};

enum class LayerKind {
    Color,  ///< light or reflectance
    Scalar, ///< numbers, shown by a colour map from 0 to `scaleTop`
    Signed, ///< differences: grey is 0, brighter is above
};

/// What a layer brings along.
struct LayerTone {
    LayerKind kind = LayerKind::Color;
    bool isRaw = false;  ///< no screen curve
    double ownEv = 0;    ///< stops that belong to the layer: how bright the network sees it
    double scaleTop = 1; ///< the number at the bright end of the colour map; above 0
    ColorMapKind map = ColorMapKind::Inferno; ///< of scalar layers
    bool isPaint = false;                     ///< reflectance, which limits of paint are for
    std::shared_ptr<const LightlessMask> lightless{}; ///< null = all pixels have light

    bool operator==(const LayerTone&) const = default;
};

/// The pixels of marks, the same in all views: not a number, infinite, above white, below black.
constexpr QRgb kNotANumberMark = qRgb(255, 0, 255);
constexpr QRgb kInfiniteMark = qRgb(0, 255, 255);
constexpr QRgb kAboveMark = qRgb(255, 48, 48);
constexpr QRgb kBelowMark = qRgb(64, 96, 255);

/// Immutable; any thread.
class ViewTransform {
public:
    ViewTransform(const ToneSettings& tone, const LayerTone& layer);

    const ToneSettings& tone() const { return m_tone; }

    const LayerTone& layer() const { return m_layer; }

    /// Exposure of view and layer together.
    const LightAdjustment& light() const { return m_light; }

    bool needsAlpha() const { return m_tone.channel == ChannelView::Alpha || marksPaint(); }

    /// The map that numbers are shown by; unset: they are shown as light.
    std::optional<ColorMapKind> colorMap() const { return m_map; }

    /// The number that stands at `position` [0,1] of the colour map.
    double numberAt(double position) const;

    /// A row of pixels, the first of which stands at (x, y) of its level: stripes of marks depend
    /// on the place. `alpha` may be empty unless needsAlpha().
    void convert(const ColorRow& row, std::span<const float> alpha, int x, int y,
                 std::span<QRgb> to) const;

    /// Whether markPixels() may do anything.
    bool marksPixels() const {
        return marksPaint() || (m_tone.marksLightless && m_layer.lightless);
    }

    /// Stripes over what convert() gave for the same row of a level of size `level`: pixels without
    /// light, and paint outside of its limits, which are about the numbers themselves, whatever the
    /// exposure. Pixels without light and those cut out (alpha 0) are no paint.
    void markPixels(const ColorRow& row, std::span<const float> alpha, const QSize& level, int x,
                    int y, std::span<QRgb> to) const;

    /// One pixel without marks.
    QRgb colorOf(const std::array<float, 3>& color, float alpha = 1) const;

private:
    bool marksPaint() const { return m_tone.marksPaint && m_layer.isPaint; }

    std::optional<PixelMark> markOf(const ColorRow& row, std::span<const float> alpha,
                                    const QSize& level, int x, int y, std::size_t at) const;
    QRgb shown(float red, float green, float blue, float alpha) const;
    QRgb mapped(float value) const;
    float scalarOf(float red, float green, float blue, float alpha) const;
    QRgb marked(QRgb color, float red, float green, float blue, float alpha, int x, int y) const;

    /// What the curve takes the light for: clipped above 1 and below 0.
    bool isAbove(float value) const { return value > m_white; }

    bool isBelow(float value) const { return value < m_black; }

    ToneSettings m_tone;
    LayerTone m_layer;
    LightAdjustment m_light;
    std::optional<ColorMapKind> m_map;
    double m_gain = 1; ///< of the exposure
    float m_white = 1; ///< light that becomes white, before any adjustment
    float m_black = 0;
    DisplayCurve m_curve;
    ColorMapTable m_colors;
};

/// Of a pixel, the mark that stands in for a number that is none; unset where all are finite.
std::optional<QRgb> strangeMark(float red, float green, float blue);

} // namespace unlit::ui
