// The two windows of an OpenEXR picture, and what of them is shown.
#pragma once

#include <algorithm>
#include <cstdint>

namespace unlit {

/// Inclusive corners, as in the file.
struct ExrWindow {
    int xMin = 0;
    int yMin = 0;
    int xMax = 0;
    int yMax = 0;

    std::int64_t width() const { return std::int64_t{xMax} - xMin + 1; }

    std::int64_t height() const { return std::int64_t{yMax} - yMin + 1; }
};

inline ExrWindow intersection(const ExrWindow& a, const ExrWindow& b) {
    return {std::max(a.xMin, b.xMin), std::max(a.yMin, b.yMin), std::min(a.xMax, b.xMax),
            std::min(a.yMax, b.yMax)};
}

/// The window that the picture shows, and the part of it that has data.
struct PictureWindow {
    ExrWindow picture;
    ExrWindow covered; ///< within `picture`

    bool isWhole() const {
        return picture.width() == covered.width() && picture.height() == covered.height();
    }
};

/// The display window; where the data does not meet it at all, the data window.
inline PictureWindow pictureWindow(const ExrWindow& data, const ExrWindow& display) {
    const ExrWindow common = intersection(data, display);
    if (common.width() < 1 || common.height() < 1)
        return {data, data};
    return {display, common};
}

} // namespace unlit
