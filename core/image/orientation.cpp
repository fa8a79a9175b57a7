#include "core/image/orientation.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace unlit {

namespace {

/// Where pixel (x, y) of the upright picture comes from in the stored one.
struct Source {
    bool swaps = false; ///< x and y change places first
    bool flipsX = false;
    bool flipsY = false;
};

Source sourceOf(int orientation) {
    switch (orientation) {
    case 2:
        return {false, true, false};
    case 3:
        return {false, true, true};
    case 4:
        return {false, false, true};
    case 5:
        return {true, false, false};
    case 6: // stored x runs with upright y; stored y against upright x
        return {true, false, true};
    case 7:
        return {true, true, true};
    case 8:
        return {true, true, false};
    default:
        return {};
    }
}

void turnPlane(std::span<const float> stored, std::span<float> upright, int storedWidth,
               int storedHeight, const Source& source) {
    const int width = source.swaps ? storedHeight : storedWidth;
    const int height = source.swaps ? storedWidth : storedHeight;
    std::size_t at = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            int fromX = source.swaps ? y : x;
            int fromY = source.swaps ? x : y;
            if (source.flipsX)
                fromX = storedWidth - 1 - fromX;
            if (source.flipsY)
                fromY = storedHeight - 1 - fromY;
            upright[at++] =
                stored[static_cast<std::size_t>(fromY) * static_cast<std::size_t>(storedWidth) +
                       static_cast<std::size_t>(fromX)];
        }
}

} // namespace

bool orientationSwapsSides(int orientation) {
    return orientation >= 5 && orientation <= 8;
}

void turnUpright(Image& image, int orientation) {
    if (orientation < 2 || orientation > 8)
        return;
    const Source source = sourceOf(orientation);
    std::vector<float> upright(image.planeSize());
    for (int c = 0; c < image.channelCount(); ++c) {
        turnPlane(image.plane(c), upright, image.width, image.height, source);
        std::copy(upright.begin(), upright.end(), image.plane(c).begin());
    }
    if (!image.mask.empty()) {
        turnPlane(image.mask, upright, image.width, image.height, source);
        image.mask = upright;
    }
    if (source.swaps)
        std::swap(image.width, image.height);
}

} // namespace unlit
