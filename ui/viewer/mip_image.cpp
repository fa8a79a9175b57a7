#include "ui/viewer/mip_image.h"

#include "core/image/color.h"

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kSmallestSidePx = 128;
constexpr int kExposureSidePx = 512;

} // namespace

std::shared_ptr<const MipImage> MipImage::build(std::shared_ptr<const Image> image) {
    auto mip = std::make_shared<MipImage>();
    if (image->space == ColorSpace::AcesCg) {
        auto linear = std::make_shared<Image>(*image);
        convertTo(*linear, ColorSpace::Linear);
        image = std::move(linear);
    }
    mip->m_base = std::move(image);
    while (true) {
        const QSize size = mip->levelSize(mip->levelCount() - 1);
        if (std::max(size.width(), size.height()) <= kSmallestSidePx)
            break;
        mip->m_levels.push_back(halve(*mip, mip->levelCount() - 1));
    }
    mip->m_suggestedEv = mip->suggestEv();
    return mip;
}

int MipImage::levelWithin(int sidePx) const {
    int level = 0;
    while (level + 1 < levelCount() &&
           std::max(levelSize(level).width(), levelSize(level).height()) > sidePx)
        ++level;
    return level;
}

double MipImage::suggestEv() const {
    if (space() != ColorSpace::Linear)
        return 0;
    const int level = levelWithin(kExposureSidePx);
    const QSize size = levelSize(level);
    Image small = makeImage(size.width(), size.height(), {"R", "G", "B"}, ColorSpace::Linear);
    auto* to = small.samples.data();
    for (int channel = 0; channel < small.channelCount(); ++channel) {
        for (int y = 0; y < size.height(); ++y)
            to = std::ranges::copy(row(level, channel, y), to).out;
    }
    return autoExposure(small);
}

MipImage::Level MipImage::halve(const MipImage& mip, int level) {
    const QSize from = mip.levelSize(level);
    Level half{.width = (from.width() + 1) / 2, .height = (from.height() + 1) / 2, .samples = {}};
    const auto planeSize = static_cast<std::size_t>(half.width) * half.height;
    half.samples.resize(planeSize * mip.channelCount());
    for (int channel = 0; channel < mip.channelCount(); ++channel) {
        float* to = half.samples.data() + planeSize * channel;
        for (int y = 0; y < half.height; ++y) {
            const auto upper = mip.row(level, channel, 2 * y);
            const auto lower = mip.row(level, channel, std::min(2 * y + 1, from.height() - 1));
            for (int x = 0; x < half.width; ++x) {
                const int left = 2 * x;
                const int right = std::min(left + 1, from.width() - 1);
                *to++ = 0.25F * (upper[left] + upper[right] + lower[left] + lower[right]);
            }
        }
    }
    return half;
}

QSize MipImage::levelSize(int level) const {
    if (level == 0)
        return {m_base->width, m_base->height};
    const Level& small = m_levels[level - 1];
    return {small.width, small.height};
}

std::span<const float> MipImage::row(int level, int channel, int y) const {
    const QSize size = levelSize(level);
    const auto& samples = level == 0 ? m_base->samples : m_levels[level - 1].samples;
    const auto plane = static_cast<std::size_t>(std::min(channel, channelCount() - 1));
    const auto width = static_cast<std::size_t>(size.width());
    return std::span(samples).subspan((plane * size.height() + y) * width, width);
}

} // namespace unlit::ui
