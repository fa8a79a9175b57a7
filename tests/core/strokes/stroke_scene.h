// Pictures of which paint and light are known: albedo times light, and a model that errs.
#pragma once

#include "core/image/image.h"
#include "core/strokes/stroke.h"

#include <array>
#include <functional>
#include <vector>

namespace unlit::test {

using Rgb = std::array<float, 3>;

/// A picture of linear light from a function of its pixels.
Image paintedImage(int width, int height, const std::function<Rgb(int x, int y)>& colorAt);

/// Grey paint of 0.4 under a light of 0.8; in the right half a shadow of a quarter of it. The
/// model takes the whole shadow for paint.
struct ShadowScene {
    Image picture;
    Image truth;
    Image albedo; ///< what the model says
};

ShadowScene shadowScene(int width, int height);

Stroke line(StrokeKind kind, float radius, std::vector<StrokePoint> points,
            std::vector<double> value = {});

StrokeSet setOf(const Image& picture, std::vector<Stroke> strokes);

/// The albedo after these strokes.
Image correctedAlbedo(const Image& picture, const Image& albedo, const StrokeSet& strokes);

float sampleAt(const Image& image, int channel, int x, int y);

} // namespace unlit::test
