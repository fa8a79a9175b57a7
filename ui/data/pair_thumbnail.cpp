#include "ui/data/pair_thumbnail.h"

#include "core/data/source/filename_list.h"
#include "core/data/source/picture_source.h"
#include "core/image/resize.h"
#include "ui/bridge/image_conversion.h"

#include <QPainter>

#include <algorithm>

namespace unlit::ui {

namespace {

/// So large that the shorter side still fills a half.
int longerSideFor(const Image& image) {
    const double longer = std::max(image.width, image.height);
    const double shorter = std::min(image.width, image.height);
    constexpr double mostStretched = 4; // beyond it a strip is enlarged instead
    return static_cast<int>(kThumbnailSidePx * std::min(longer / shorter, mostStretched));
}

void drawHalf(QPainter& painter, const QImage& image, int left) {
    const int side = std::min(image.width(), image.height());
    const QRect middle((image.width() - side) / 2, (image.height() - side) / 2, side, side);
    painter.drawImage(QRect(left, 0, kThumbnailSidePx, kThumbnailSidePx), image, middle);
}

} // namespace

QImage pairThumbnail(const Image& beauty, const Image& albedo) {
    QImage image(2 * kThumbnailSidePx, kThumbnailSidePx, QImage::Format_RGB32);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    drawHalf(painter, makeThumbnail(beauty, longerSideFor(beauty)), 0);
    drawHalf(painter, toQImage(thumbnail(albedo, longerSideFor(albedo))), kThumbnailSidePx);
    return image;
}

QImage pairThumbnail(const data::PictureSource& source, const data::ListedPair& pair) {
    const Image beauty = source.read(pair.beauty).image;
    return pairThumbnail(beauty, source.read(pair.albedo).image);
}

} // namespace unlit::ui
