// Pictures for tests of the viewer.
#pragma once

#include "ui/viewer/tile_pyramid.h"
#include "ui/viewer/viewer_layer.h"

#include <algorithm>
#include <memory>

namespace unlit::ui {

inline std::shared_ptr<Image> plainImage(int width, int height, float value,
                                         ColorSpace space = ColorSpace::Srgb) {
    auto image = std::make_shared<Image>(makeImage(width, height, {"R", "G", "B"}, space));
    std::fill(image->samples.begin(), image->samples.end(), value);
    return image;
}

inline std::shared_ptr<TilePyramid> plainPicture(int width, int height, float value,
                                                 ColorSpace space = ColorSpace::Srgb) {
    auto pyramid = std::make_shared<TilePyramid>(plainImage(width, height, value, space));
    pyramid->build({});
    return pyramid;
}

} // namespace unlit::ui
