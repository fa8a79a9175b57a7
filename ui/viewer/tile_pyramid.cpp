#include "ui/viewer/tile_pyramid.h"

#include "core/image/color/chromaticities.h"
#include "core/image/color/color.h"
#include "ui/viewer/light_decoder.h"

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kExposureSidePx = 512;

const std::array<std::array<float, 3>, 3>& acesToRec709() {
    static const auto matrix = [] {
        const Matrix3 wide = rgbToRgb(kAp1, kRec709);
        std::array<std::array<float, 3>, 3> narrow{};
        for (std::size_t row = 0; row < 3; ++row)
            std::ranges::transform(wide[row], narrow[row].begin(),
                                   [](double value) { return static_cast<float>(value); });
        return narrow;
    }();
    return matrix;
}

/// Means of 2 x 2 samples; the last column and row stand in for those that are missing.
void average(std::span<const float> upper, std::span<const float> lower, std::span<float> to) {
    const std::size_t pairs = upper.size() / 2;
    for (std::size_t x = 0; x < pairs; ++x) {
        to[x] = 0.25F * upper[2 * x] + 0.25F * upper[2 * x + 1] + 0.25F * lower[2 * x] +
                0.25F * lower[2 * x + 1];
    }
    if (pairs < to.size())
        to[pairs] = 0.5F * upper.back() + 0.5F * lower.back();
}

} // namespace

TilePyramid::TilePyramid(std::shared_ptr<const Image> image)
    : PixelSource({image->width, image->height}), m_image(std::move(image)),
      m_levels(static_cast<std::size_t>(levelCount())) {}

std::size_t TilePyramid::planeCount() const {
    return static_cast<std::size_t>(m_image->channelCount() >= 3 ? 3 : 1);
}

std::span<const float> TilePyramid::levelRow(int level, std::size_t plane, int y) const {
    const QSize size = levelSize(level);
    const auto width = static_cast<std::size_t>(size.width());
    const auto row = plane * static_cast<std::size_t>(size.height()) + static_cast<std::size_t>(y);
    const auto& samples =
        level == 0 ? m_image->samples : m_levels[static_cast<std::size_t>(level)].samples;
    return std::span(samples).subspan(row * width, width);
}

std::span<const float> TilePyramid::alphaRow(int level, int y) const {
    const auto width = static_cast<std::size_t>(levelSize(level).width());
    const auto& alpha =
        level == 0 ? m_image->mask : m_levels[static_cast<std::size_t>(level)].alpha;
    return std::span(alpha).subspan(static_cast<std::size_t>(y) * width, width);
}

void TilePyramid::pick(std::span<const float> row, int x, int step, std::span<float> to) {
    if (step == 1) {
        std::ranges::copy(row.subspan(static_cast<std::size_t>(x), to.size()), to.begin());
        return;
    }
    const auto stride = static_cast<std::size_t>(step);
    std::size_t from = static_cast<std::size_t>(x) * stride;
    for (float& value : to) {
        value = row[from];
        from += stride;
    }
}

void TilePyramid::toRec709(const ColorRow& row) const {
    if (m_image->space != ColorSpace::AcesCg || planeCount() < 3)
        return;
    const auto& m = acesToRec709();
    for (std::size_t i = 0; i < row.red.size(); ++i) {
        const float r = row.red[i];
        const float g = row.green[i];
        const float b = row.blue[i];
        row.red[i] = m[0][0] * r + m[0][1] * g + m[0][2] * b;
        row.green[i] = m[1][0] * r + m[1][1] * g + m[1][2] * b;
        row.blue[i] = m[2][0] * r + m[2][1] * g + m[2][2] * b;
    }
}

void TilePyramid::readColor(int level, int y, int x, const ColorRow& to) const {
    const std::array<std::span<float>, 3> channels = {to.red, to.green, to.blue};
    const bool isBuilt = isAveraged(level);
    const int from = isBuilt ? level : 0;
    const int step = isBuilt ? 1 : 1 << level;
    for (std::size_t c = 0; c < planeCount(); ++c) {
        pick(levelRow(from, c, y * step), x, step, channels[c]);
        if (from == 0)
            LightDecoder::of(m_image->space).decode(channels[c]);
    }
    if (planeCount() == 1) {
        std::ranges::copy(to.red, to.green.begin());
        std::ranges::copy(to.red, to.blue.begin());
    }
    toRec709(to);
}

void TilePyramid::readAlpha(int level, int y, int x, std::span<float> to) const {
    if (m_image->mask.empty()) {
        std::ranges::fill(to, 1.0F);
        return;
    }
    const bool isBuilt = isAveraged(level);
    const int step = isBuilt ? 1 : 1 << level;
    pick(alphaRow(isBuilt ? level : 0, y * step), x, step, to);
}

bool TilePyramid::build(const std::stop_token& stop, const std::function<void()>& onLevel) {
    for (int level = 1; level < levelCount(); ++level) {
        if (!halve(level, stop))
            return false;
        m_builtLevels.store(level, std::memory_order_release);
        if (onLevel)
            onLevel();
    }
    return true;
}

bool TilePyramid::halve(int level, const std::stop_token& stop) {
    const QSize from = levelSize(level - 1);
    const QSize to = levelSize(level);
    const auto width = static_cast<std::size_t>(to.width());
    const std::size_t planeSize = width * static_cast<std::size_t>(to.height());
    Level made;
    made.samples.resize(planeSize * planeCount());
    made.alpha.resize(hasAlpha() ? planeSize : 0);
    std::vector<float> upper(static_cast<std::size_t>(from.width()));
    std::vector<float> lower(upper.size());
    const LightDecoder& decoder = LightDecoder::of(m_image->space);
    for (int y = 0; y < to.height(); ++y) {
        if (stop.stop_requested())
            return false;
        const int below = std::min(2 * y + 1, from.height() - 1);
        const auto out = static_cast<std::size_t>(y) * width;
        for (std::size_t plane = 0; plane < planeCount(); ++plane) {
            std::ranges::copy(levelRow(level - 1, plane, 2 * y), upper.begin());
            std::ranges::copy(levelRow(level - 1, plane, below), lower.begin());
            if (level == 1) {
                decoder.decode(upper);
                decoder.decode(lower);
            }
            average(upper, lower, std::span(made.samples).subspan(plane * planeSize + out, width));
        }
        if (hasAlpha())
            average(alphaRow(level - 1, 2 * y), alphaRow(level - 1, below),
                    std::span(made.alpha).subspan(out, width));
    }
    m_levels[static_cast<std::size_t>(level)] = std::move(made);
    return true;
}

double TilePyramid::suggestedEv() const {
    if (isRaw() || isDisplayEncoded(m_image->space))
        return 0;
    int step = 1;
    while (std::max(size().width(), size().height()) / step > kExposureSidePx)
        ++step;
    Image small = makeImage((size().width() + step - 1) / step, (size().height() + step - 1) / step,
                            {"R", "G", "B"}, ColorSpace::Linear);
    for (int y = 0; y < small.height; ++y) {
        const auto start = static_cast<std::size_t>(y) * static_cast<std::size_t>(small.width);
        const auto width = static_cast<std::size_t>(small.width);
        const ColorRow to{small.plane(0).subspan(start, width),
                          small.plane(1).subspan(start, width),
                          small.plane(2).subspan(start, width)};
        const std::array<std::span<float>, 3> channels = {to.red, to.green, to.blue};
        for (std::size_t c = 0; c < 3; ++c)
            pick(levelRow(0, std::min(c, planeCount() - 1), y * step), 0, step, channels[c]);
        toRec709(to);
    }
    return autoExposure(small);
}

} // namespace unlit::ui
