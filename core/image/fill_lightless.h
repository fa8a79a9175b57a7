// Gives pixels without light the colours of their surroundings, so that a network sees no black
// that means nothing.
#pragma once

#include "core/image/lightless.h"

namespace unlit {

/// Fills all but the lit pixels of `image`, which has R, G, B in [0,1] of a display-encoded space,
/// in place: each gets a mean of lit ones, near ones first, in linear light, which fades to the
/// grey of their mean luminance with the distance from what is lit. Others, and the mask, stay. A
/// map without lit pixels changes nothing. Smooth: it is made on a small copy of 1024 pixels'
/// longer side. Why grey: docs/large-images.md, Cut-outs. Source: pull-push of Gortler et al., "The
/// Lumigraph", 1996, over Burt's pyramids.
void fillLightless(Image& image, const LightMap& map);

} // namespace unlit
