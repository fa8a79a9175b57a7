#include "ui/viewer/pixel_marks.h"

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kMarkShift = 2;            // stripes of 4 pixels, as those of clipping
constexpr int kFarAway = 1 << 28;        // keeps places above 0; a multiple of the stripes
constexpr int kStripe = 1 << kMarkShift; // on and off alike

int middleOf(int place, int count, int target) {
    return std::min(target - 1, static_cast<int>((place + 0.5) * target / count));
}

} // namespace

QRgb markColor(PixelMark mark) {
    switch (mark) {
    case PixelMark::TooDark:
        return kTooDarkMark;
    case PixelMark::TooBright:
        return kTooBrightMark;
    case PixelMark::Lightless:
        break;
    }
    return kLightlessMark;
}

bool isOnMark(PixelMark mark, int x, int y) {
    const int along = mark == PixelMark::TooDark ? y : mark == PixelMark::TooBright ? x : x - y;
    return (((along + kFarAway) / kStripe) & 1) != 0;
}

LightlessMask::LightlessMask(std::shared_ptr<const std::vector<unsigned char>> marks,
                             const QSize& size)
    : m_marks(std::move(marks)), m_size(size) {
    const auto count =
        std::ranges::count_if(*m_marks, [](unsigned char mark) { return mark != 0; });
    if (!m_marks->empty())
        m_share = static_cast<double>(count) / static_cast<double>(m_marks->size());
}

bool LightlessMask::isMarked(const QSize& level, int x, int y) const {
    const auto column = static_cast<std::size_t>(middleOf(x, level.width(), m_size.width()));
    const auto row = static_cast<std::size_t>(middleOf(y, level.height(), m_size.height()));
    return (*m_marks)[row * static_cast<std::size_t>(m_size.width()) + column] != 0;
}

} // namespace unlit::ui
