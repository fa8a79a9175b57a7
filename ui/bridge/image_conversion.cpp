#include "ui/bridge/image_conversion.h"

#include "core/image/color/color.h"
#include "ui/bridge/display_curve.h"

#include <QColorSpace>
#include <QRgba64>

#include <algorithm>
#include <array>
#include <cmath>

namespace unlit::ui {

namespace {

std::array<std::span<const float>, 3> colorPlanes(const Image& image) {
    const int last = image.channelCount() - 1;
    return {image.plane(0), image.plane(std::min(1, last)), image.plane(std::min(2, last))};
}

/// Averages blocks of `step` x `step` pixels.
Image shrink(const Image& image, int step) {
    Image small = makeImage((image.width + step - 1) / step, (image.height + step - 1) / step,
                            image.channels, image.space);
    for (int channel = 0; channel < image.channelCount(); ++channel) {
        const auto from = image.plane(channel);
        auto to = small.plane(channel);
        for (int y = 0; y < small.height; ++y) {
            for (int x = 0; x < small.width; ++x) {
                const int right = std::min(image.width, (x + 1) * step);
                const int bottom = std::min(image.height, (y + 1) * step);
                double sum = 0;
                for (int v = y * step; v < bottom; ++v) {
                    for (int u = x * step; u < right; ++u)
                        sum += from[static_cast<std::size_t>(v) * image.width + u];
                }
                const int count = (right - x * step) * (bottom - y * step);
                to[static_cast<std::size_t>(y) * small.width + x] = static_cast<float>(sum / count);
            }
        }
    }
    return small;
}

} // namespace

QImage toQImage(const Image& image, double exposureEv) {
    if (image.empty())
        return {};
    if (image.space == ColorSpace::AcesCg) {
        Image linear = image;
        convertTo(linear, ColorSpace::Linear);
        return toQImage(linear, exposureEv);
    }
    const DisplayCurve curve(image.space, exposureEv);
    const auto planes = colorPlanes(image);
    QImage result(image.width, image.height, QImage::Format_RGB32);
    for (int y = 0; y < image.height; ++y) {
        auto* row = reinterpret_cast<QRgb*>(result.scanLine(y));
        const auto width = static_cast<std::size_t>(image.width);
        const std::size_t start = static_cast<std::size_t>(y) * width;
        curve.convert(planes[0].subspan(start, width), planes[1].subspan(start, width),
                      planes[2].subspan(start, width), {row, width});
    }
    return result;
}

QImage toDeepQImage(const Image& image) {
    if (image.empty())
        return {};
    Image display = image;
    if (display.space != ColorSpace::Raw)
        convertTo(display, ColorSpace::Srgb);
    const auto planes = colorPlanes(display);
    const auto level = [](float value) {
        const float clipped = value > 0 ? std::min(value, 1.0F) : 0.0F; // not a number becomes 0
        return static_cast<quint16>(std::lround(clipped * 65535.0F));
    };
    QImage result(image.width, image.height, QImage::Format_RGBX64);
    result.setColorSpace(QColorSpace::SRgb);
    for (int y = 0; y < image.height; ++y) {
        auto* row = reinterpret_cast<QRgba64*>(result.scanLine(y));
        const std::size_t start = static_cast<std::size_t>(y) * image.width;
        for (int x = 0; x < image.width; ++x) {
            const std::size_t i = start + x;
            row[x] = QRgba64::fromRgba64(level(planes[0][i]), level(planes[1][i]),
                                         level(planes[2][i]), 0xFFFF);
        }
    }
    return result;
}

Image fromQImage(const QImage& source) {
    const QImage image =
        (source.colorSpace().isValid() ? source.convertedToColorSpace(QColorSpace::SRgb) : source)
            .convertToFormat(QImage::Format_RGBA64);
    Image result = makeImage(image.width(), image.height(), {"R", "G", "B"}, ColorSpace::Srgb);
    const bool hasAlpha = source.hasAlphaChannel();
    if (hasAlpha)
        result.mask.resize(result.planeSize());
    bool isWhole = true;
    for (int y = 0; y < result.height; ++y) {
        const auto* row = reinterpret_cast<const QRgba64*>(image.constScanLine(y));
        for (int x = 0; x < result.width; ++x) {
            const std::size_t i = static_cast<std::size_t>(y) * result.width + x;
            const std::array<quint16, 3> colors = {row[x].red(), row[x].green(), row[x].blue()};
            for (int c = 0; c < 3; ++c)
                result.plane(c)[i] = static_cast<float>(colors[c]) / 65535.0F;
            if (hasAlpha) {
                result.mask[i] = static_cast<float>(row[x].alpha()) / 65535.0F;
                isWhole = isWhole && row[x].isOpaque();
            }
        }
    }
    if (isWhole)
        result.mask.clear();
    return result;
}

QImage makeThumbnail(const Image& image, int longerSidePx) {
    if (image.empty())
        return {};
    const int longer = std::max(image.width, image.height);
    const int step = std::max(1, longer / (2 * longerSidePx));
    const Image small = step > 1 ? shrink(image, step) : image;
    const bool isScene = small.space == ColorSpace::Linear || small.space == ColorSpace::AcesCg;
    const QImage whole = toQImage(small, isScene ? autoExposure(small) : 0.0);
    if (std::max(whole.width(), whole.height()) <= longerSidePx)
        return whole;
    return whole.scaled(longerSidePx, longerSidePx, Qt::KeepAspectRatio, Qt::SmoothTransformation);
}

} // namespace unlit::ui
