// Pictures that are worked out from two others while they are looked at: shading, residual,
// difference.
#pragma once

#include "ui/viewer/color_map.h"
#include "ui/viewer/pixel_marks.h"
#include "ui/viewer/pixel_source.h"

namespace unlit::ui {

/// `inner` as if it had another size: the nearest pixels of its nearest level. The same object
/// where the sizes are equal. Pictures of one place cover the same rectangle whatever their own
/// sizes.
PixelSourcePtr rescaled(PixelSourcePtr inner, const QSize& size);

/// `inner` times `factor`, in linear light, but for pixels without light; the same object where
/// that is 1. `lightless`: of its size; null = all have light.
PixelSourcePtr scaledBy(PixelSourcePtr inner, double factor,
                        std::shared_ptr<const LightlessMask> lightless = {});

/// beauty / albedo, channel by channel in linear light, as layered files have it
/// (core/session/infer/derived_layers.h); of the beauty's size and scale.
PixelSourcePtr shadingOf(const PixelSourcePtr& beauty, const PixelSourcePtr& albedo);

/// What albedo * shading leaves of the beauty: something only where the albedo is nearly black.
PixelSourcePtr residualOf(const PixelSourcePtr& beauty, const PixelSourcePtr& albedo);

/// `picture` as a grey of its own luminance, with the colours of `map` laid over it where `numbers`
/// are large: all of them at `top` and above. Of the picture's size, in linear light.
PixelSourcePtr overlayOf(const PixelSourcePtr& picture, const PixelSourcePtr& numbers, double top,
                         ColorMapKind map);

enum class DifferenceKind { Signed, Absolute, Relative };

/// first * 2^firstEv - second * 2^secondEv in linear light, of the first one's size; its absolute;
/// or the absolute divided by |second * 2^secondEv| + 0.01, as tev's RAE.
PixelSourcePtr differenceOf(const PixelSourcePtr& first, double firstEv,
                            const PixelSourcePtr& second, double secondEv, DifferenceKind kind);

} // namespace unlit::ui
