#include "ui/viewer/picture_layer.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace unlit::ui {

namespace {

constexpr int kTilePx = 256;
constexpr int kTileBudgetKiB = 192 * 1024;
constexpr int kDifferenceGain = 4;
constexpr double kHardPixelsFrom = 2.0; // from this scale on single pixels are shown as squares

int levelFor(double scale, int levelCount) {
    if (scale >= 1.0)
        return 0;
    return std::clamp(static_cast<int>(std::floor(std::log2(1.0 / scale))), 0, levelCount - 1);
}

} // namespace

PictureLayer::PictureLayer() : m_tiles(kTileBudgetKiB) {
    setStyle({});
}

void PictureLayer::setPicture(std::shared_ptr<const MipImage> mip) {
    if (mip == m_mip)
        return;
    m_mip = std::move(mip);
    m_tiles.clear();
    m_curve.reset();
}

void PictureLayer::setStyle(const PictureStyle& style) {
    if (style == m_style)
        return;
    m_style = style;
    m_tiles.clear();
    m_curve.reset();
    m_heat.reset();
}

QImage PictureLayer::render(const QRectF& pictureRect, const QSize& viewSize) {
    if (!m_mip || pictureRect.isEmpty() || viewSize.isEmpty())
        return {};
    const QSize full = m_mip->levelSize(0);
    const double scale = pictureRect.width() / full.width();
    const int level = levelFor(scale, m_mip->levelCount());
    const QSize size = m_mip->levelSize(level);
    const double toLevelX = size.width() / pictureRect.width();
    const double toLevelY = size.height() / pictureRect.height();
    const QRectF seen = pictureRect.intersected(QRectF(QPointF(0, 0), QSizeF(viewSize)));
    const QRectF wanted((seen.left() - pictureRect.left()) * toLevelX,
                        (seen.top() - pictureRect.top()) * toLevelY, seen.width() * toLevelX,
                        seen.height() * toLevelY);
    const QRect part = wanted.toAlignedRect().adjusted(-1, -1, 1, 1) & QRect(QPoint(0, 0), size);

    QImage view(viewSize, QImage::Format_ARGB32_Premultiplied);
    view.fill(Qt::transparent);
    if (part.isEmpty())
        return view;
    const QRectF target(pictureRect.left() + part.left() / toLevelX,
                        pictureRect.top() + part.top() / toLevelY, part.width() / toLevelX,
                        part.height() / toLevelY);
    QPainter painter(&view);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, scale < kHardPixelsFrom);
    painter.drawImage(target, assemble(level, part), QRectF(QPointF(0, 0), QSizeF(part.size())));
    return view;
}

QImage PictureLayer::assemble(int level, const QRect& rect) {
    if (!m_heat && m_style.heatTop)
        m_heat = std::make_unique<HeatCurve>(*m_style.heatTop);
    if (!m_curve && !m_style.heatTop)
        m_curve = std::make_unique<DisplayCurve>(m_mip->space(), m_style.exposureEv);
    QImage whole(rect.size(), QImage::Format_RGB32);
    QPainter painter(&whole);
    painter.setCompositionMode(QPainter::CompositionMode_Source);
    for (int row = rect.top() / kTilePx; row <= rect.bottom() / kTilePx; ++row) {
        for (int column = rect.left() / kTilePx; column <= rect.right() / kTilePx; ++column) {
            const QPoint place(column * kTilePx - rect.left(), row * kTilePx - rect.top());
            painter.drawImage(place, tile({level, column, row}));
        }
    }
    return whole;
}

const QImage& PictureLayer::tile(const TileKey& key) {
    if (const QImage* known = m_tiles.object(key))
        return *known;
    auto* made = new QImage(makeTile(key));
    m_tiles.insert(key, made, std::max(1, static_cast<int>(made->sizeInBytes() / 1024)));
    return *made;
}

QImage PictureLayer::makeTile(const TileKey& key) const {
    const QSize size = m_mip->levelSize(key.level);
    const int left = key.column * kTilePx;
    const int top = key.row * kTilePx;
    QImage image(std::min(kTilePx, size.width() - left), std::min(kTilePx, size.height() - top),
                 QImage::Format_RGB32);
    for (int y = 0; y < image.height(); ++y) {
        auto* out = reinterpret_cast<QRgb*>(image.scanLine(y));
        const auto red = m_mip->row(key.level, 0, top + y).subspan(left);
        const auto green = m_mip->row(key.level, 1, top + y).subspan(left);
        const auto blue = m_mip->row(key.level, 2, top + y).subspan(left);
        for (int x = 0; x < image.width(); ++x) {
            out[x] = m_heat ? (*m_heat)((red[x] + green[x] + blue[x]) / 3.0F)
                            : qRgb((*m_curve)(red[x]), (*m_curve)(green[x]), (*m_curve)(blue[x]));
        }
    }
    return image;
}

QImage differenceOf(const QImage& a, const QImage& b) {
    if (a.size() != b.size() || a.isNull())
        return {};
    QImage result(a.size(), QImage::Format_ARGB32_Premultiplied);
    const auto strong = [](int x, int y) {
        return std::min(255, kDifferenceGain * std::abs(x - y));
    };
    for (int y = 0; y < a.height(); ++y) {
        const auto* left = reinterpret_cast<const QRgb*>(a.constScanLine(y));
        const auto* right = reinterpret_cast<const QRgb*>(b.constScanLine(y));
        auto* out = reinterpret_cast<QRgb*>(result.scanLine(y));
        for (int x = 0; x < a.width(); ++x) {
            const bool isInside = qAlpha(left[x]) == 255 && qAlpha(right[x]) == 255;
            out[x] = isInside ? qRgb(strong(qRed(left[x]), qRed(right[x])),
                                     strong(qGreen(left[x]), qGreen(right[x])),
                                     strong(qBlue(left[x]), qBlue(right[x])))
                              : qRgba(0, 0, 0, 0);
        }
    }
    return result;
}

} // namespace unlit::ui
