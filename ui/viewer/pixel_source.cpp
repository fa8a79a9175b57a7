#include "ui/viewer/pixel_source.h"

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kSmallestSidePx = 128;

} // namespace

PixelSource::PixelSource(const QSize& size) : m_size(size) {
    while (std::max(levelSize(m_levelCount - 1).width(), levelSize(m_levelCount - 1).height()) >
           kSmallestSidePx)
        ++m_levelCount;
}

QSize PixelSource::sizeAtLevel(const QSize& size, int level) {
    const int round = (1 << level) - 1;
    return {(size.width() + round) >> level, (size.height() + round) >> level};
}

std::array<float, 3> PixelSource::colorAt(const QPoint& pixel) const {
    std::array<float, 3> color{};
    readColor(0, pixel.y(), pixel.x(),
              {std::span(color).subspan(0, 1), std::span(color).subspan(1, 1),
               std::span(color).subspan(2, 1)});
    return color;
}

float PixelSource::alphaAt(const QPoint& pixel) const {
    float alpha = 1;
    readAlpha(0, pixel.y(), pixel.x(), {&alpha, 1});
    return alpha;
}

} // namespace unlit::ui
