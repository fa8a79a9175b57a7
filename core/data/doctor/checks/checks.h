// The checks of a single pair, one source file each. Each adds its findings, at most a few, in
// plain words. Those that compare the pictures need the same size of both.
#pragma once

#include "core/data/doctor/finding.h"
#include "core/data/doctor/log_edges.h"
#include "core/data/doctor/pair_pixels.h"

namespace unlit::data {

/// Beauty and albedo of another size: an error, and the end of looking at the pair.
void checkSize(const PairPixels& pixels, Findings& findings);

/// NaN, infinite and clearly negative samples. Validity masks take out what is not finite, so few
/// are a warning and many an error.
void checkNumbers(const PairPixels& pixels, Findings& findings);

/// A black, constant, nearly black or burnt out beauty.
void checkBeauty(const PairPixels& pixels, Findings& findings);

/// A constant albedo teaches nothing.
void checkAlbedoFlat(const PairPixels& pixels, Findings& findings);

/// A black albedo under a lit beauty: the whole of it is an error; parts are metal and glass, which
/// have no diffuse colour, and must be masked.
void checkAlbedoBlack(const PairPixels& pixels, Findings& findings);

/// Share of valid pixels whose albedo is black though the beauty is lit.
double blackAlbedoShare(const PairPixels& pixels);

/// Brighter or darker than materials are: sRGB 30 to 240 for what is no metal.
/// Source: physically based shading charts (dielectric albedo 0.02 to 0.9 in linear light).
void checkAlbedoRange(const PairPixels& pixels, Findings& findings);

/// The albedo's edges stand beside those of the beauty. Whole pixels, up to 10 each way.
void checkAlignment(const LogEdges& edges, Findings& findings);

/// One of the two is encoded where it was taken as linear, or the other way round: the albedo's
/// edges come back in the beauty flattened or sharpened by the curve.
void checkColorSpace(const PairPixels& pixels, const LogEdges& edges, Findings& findings);

/// The albedo holds light and the beauty does not, or both are the same picture.
void checkSwapped(const PairPixels& pixels, const LogEdges& edges, Findings& findings);

/// A mask that cannot be used, or leaves nothing.
void checkMask(const PairPixels& pixels, Findings& findings);

} // namespace unlit::data
