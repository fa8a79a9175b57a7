// Pixels in memory: float planes with names, a colour space and metadata.
#pragma once

#include "core/image/color/color_space.h"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace unlit {

/// A value type. Planar, row by row, top row first: sample (c, y, x) is samples[(c * height + y) *
/// width + x]. Colour images have the channels R, G, B; a mask, if any, is kept apart and never
/// multiplied into them.
struct Image {
    int width = 0;
    int height = 0;
    std::vector<std::string> channels; ///< "R", "G", "B"; or "Y" for one scalar plane
    std::vector<float> samples;        ///< channels.size() * height * width values
    std::vector<float> mask;           ///< alpha in [0,1], height * width values; empty = all valid
    ColorSpace space = ColorSpace::Raw;
    std::map<std::string, std::string>
        metadata; ///< text attributes that should survive a round trip

    std::size_t planeSize() const {
        return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    }

    int channelCount() const { return static_cast<int>(channels.size()); }

    bool empty() const { return samples.empty(); }

    std::span<float> plane(int channel) {
        return std::span(samples).subspan(static_cast<std::size_t>(channel) * planeSize(),
                                          planeSize());
    }

    std::span<const float> plane(int channel) const {
        return std::span(samples).subspan(static_cast<std::size_t>(channel) * planeSize(),
                                          planeSize());
    }
};

/// A black image of the given size. Throws Error::invalidInput for sizes below 1.
Image makeImage(int width, int height, std::vector<std::string> channels, ColorSpace space);

/// "640x480".
std::string sizeText(const Image& image);

} // namespace unlit
