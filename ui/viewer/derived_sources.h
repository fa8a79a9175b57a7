// Pictures that are worked out from two others while they are looked at: shading, residual,
// difference.
#pragma once

#include "ui/viewer/pixel_source.h"

namespace unlit::ui {

/// `inner` as if it had another size: the nearest pixels of its nearest level. The same object
/// where the sizes are equal. Pictures of one place cover the same rectangle whatever their own
/// sizes.
PixelSourcePtr rescaled(PixelSourcePtr inner, const QSize& size);

/// Linear albedo below this counts as this much where something is divided by it.
constexpr float kLeastAlbedo = 1.0F / 1024;

/// beauty / albedo, channel by channel in linear light; of the beauty's size and scale.
PixelSourcePtr shadingOf(const PixelSourcePtr& beauty, const PixelSourcePtr& albedo);

/// What grey light does not explain: beauty - albedo * (luminance of beauty / luminance of albedo).
/// Coloured light, highlights, light from neighbours. Signed.
PixelSourcePtr residualOf(const PixelSourcePtr& beauty, const PixelSourcePtr& albedo);

enum class DifferenceKind { Signed, Absolute, Relative };

/// first * 2^firstEv - second * 2^secondEv in linear light, of the first one's size; its absolute;
/// or the absolute divided by |second * 2^secondEv| + 0.01, as tev's RAE.
PixelSourcePtr differenceOf(const PixelSourcePtr& first, double firstEv,
                            const PixelSourcePtr& second, double secondEv, DifferenceKind kind);

} // namespace unlit::ui
