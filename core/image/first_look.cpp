#include "core/image/first_look.h"

#include "core/image/alpha.h"
#include "core/image/color/color.h"
#include "core/image/orientation.h"

#include <algorithm>

namespace unlit {

namespace {

constexpr auto kBetween = std::chrono::milliseconds(250);
constexpr float kMiddleGrey = 0.18F; // linear; nothing is there to be exposed by

void takeEveryNth(std::span<const float> plane, int width, std::span<float> small, int smallWidth,
                  int smallRows, int step) {
    for (int y = 0; y < smallRows; ++y)
        for (int x = 0; x < smallWidth; ++x)
            small[static_cast<std::size_t>(y) * static_cast<std::size_t>(smallWidth) +
                  static_cast<std::size_t>(x)] =
                plane[static_cast<std::size_t>(y) * static_cast<std::size_t>(step) *
                          static_cast<std::size_t>(width) +
                      static_cast<std::size_t>(x) * static_cast<std::size_t>(step)];
}

float greyIn(ColorSpace space) {
    return isDisplayEncoded(space) || space == ColorSpace::Raw
               ? encodeDisplay(kMiddleGrey, space == ColorSpace::Raw ? ColorSpace::Srgb : space)
               : kMiddleGrey;
}

/// Before it is turned upright: rows from `rows` on.
void emptyBelow(Image& image, int rows) {
    if (rows >= image.height)
        return;
    const std::size_t first =
        static_cast<std::size_t>(rows) * static_cast<std::size_t>(image.width);
    for (int c = 0; c < image.channelCount(); ++c)
        std::ranges::fill(image.plane(c).subspan(first), greyIn(image.space));
    if (image.mask.empty())
        image.mask.assign(image.planeSize(), 1.0F);
    std::fill(image.mask.begin() + static_cast<std::ptrdiff_t>(first), image.mask.end(), 0.0F);
}

} // namespace

FirstLooks::FirstLooks(const ReadOptions& options, std::chrono::milliseconds wait)
    : m_options(options), m_due(Clock::now() + wait) {}

void FirstLooks::rowsDone(const DecodedPicture& picture, int rows) {
    if (!areWanted() || Clock::now() < m_due)
        return;
    m_options.look(lookAt(picture, rows, m_options), {picture.image.width, picture.image.height});
    m_due = Clock::now() + kBetween;
}

Image lookAt(const DecodedPicture& picture, int rows, const ReadOptions& options) {
    const Image& whole = picture.image;
    const int step = std::max(1, (std::max(whole.width, whole.height) + kLookPx - 1) / kLookPx);
    const auto shrunk = [step](int side) { return (side + step - 1) / step; };
    DecodedPicture small;
    small.color = picture.color;
    small.alpha = picture.alpha;
    small.isFloat = picture.isFloat;
    small.orientation = picture.orientation;
    small.image = makeImage(shrunk(whole.width), shrunk(whole.height), whole.channels, whole.space);
    const int there = std::min(shrunk(rows), small.image.height);
    for (int c = 0; c < whole.channelCount(); ++c)
        takeEveryNth(whole.plane(c), whole.width, small.image.plane(c), small.image.width, there,
                     step);
    if (!whole.mask.empty()) {
        small.image.mask.assign(small.image.planeSize(), 0.0F);
        takeEveryNth(whole.mask, whole.width, small.image.mask, small.image.width, there, step);
    }
    applyAlpha(small, options);
    applyColorPlan(small.image, planColor(small.color, options.space));
    emptyBelow(small.image, there);
    turnUpright(small.image, picture.orientation);
    return small.image;
}

} // namespace unlit
