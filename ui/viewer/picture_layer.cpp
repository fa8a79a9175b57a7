#include "ui/viewer/picture_layer.h"

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

// From this scale on pixels are filled one by one: Qt's scaling counts in 1/65536 of a pixel, which
// would be seen beside the grid.
constexpr double kBlocksFrom = 16.0;

// Qt shares out taller pieces to a pool of threads and waits for them: hundreds of waits a frame,
// behind the threads that make tiles.
constexpr int kStripPx = 95;

// Levels are halves of each other. From this part of the way to the next one on that one is drawn,
// enlarged by less than a fifth: almost four pixels read for each that is drawn would cost twice
// the time, and would flicker where a picture has fine detail.
constexpr double kCoarserFrom = 0.25;

QRect rounded(const QRectF& rect) {
    const QPoint topLeft(static_cast<int>(std::lround(rect.left())),
                         static_cast<int>(std::lround(rect.top())));
    const QPoint end(static_cast<int>(std::lround(rect.right())),
                     static_cast<int>(std::lround(rect.bottom())));
    return {topLeft, end - QPoint(1, 1)};
}

void drawBlocks(QPainter& painter, const QImage& image, const QRectF& source, const QRect& target) {
    const double scaleX = target.width() / source.width();
    const double scaleY = target.height() / source.height();
    const int right = std::min(image.width() - 1, static_cast<int>(std::floor(source.right())));
    const int bottom = std::min(image.height() - 1, static_cast<int>(std::floor(source.bottom())));
    for (int y = std::max(0, static_cast<int>(std::floor(source.top()))); y <= bottom; ++y) {
        for (int x = std::max(0, static_cast<int>(std::floor(source.left()))); x <= right; ++x) {
            const QRectF place(target.left() + (x - source.left()) * scaleX,
                               target.top() + (y - source.top()) * scaleY, scaleX, scaleY);
            painter.fillRect(rounded(place) & target, QColor(image.pixel(x, y)));
        }
    }
}

} // namespace

void PictureLayer::setSource(PixelSourcePtr source, const LayerTone& tone) {
    m_source = std::move(source);
    m_layerTone = tone;
    rebuildTransform();
}

void PictureLayer::setTone(const ToneSettings& tone) {
    m_tone = tone;
    rebuildTransform();
}

void PictureLayer::rebuildTransform() {
    if (!m_source) {
        m_transform.reset();
        return;
    }
    if (!m_transform || m_transform->tone() != m_tone || m_transform->layer() != m_layerTone)
        m_transform = std::make_shared<const ViewTransform>(m_tone, m_layerTone);
}

int PictureLayer::levelFor(const QRectF& picture) const {
    const double scale = picture.width() / m_source->size().width();
    if (scale >= 1.0)
        return 0;
    const int level = static_cast<int>(std::floor(std::log2(1.0 / scale) + kCoarserFrom));
    return std::clamp(level, 0, m_source->levelCount() - 1);
}

QRectF PictureLayer::placeOf(const TileKey& key, const QRectF& picture) const {
    const QSize size = m_source->levelSize(key.level);
    const QRect core = tileCore(*m_source, key);
    const double scaleX = picture.width() / size.width();
    const double scaleY = picture.height() / size.height();
    return {picture.left() + core.left() * scaleX, picture.top() + core.top() * scaleY,
            core.width() * scaleX, core.height() * scaleY};
}

QRect PictureLayer::tilesIn(int level, const QRectF& picture, const QRectF& area) const {
    const QRectF seen = picture & area;
    if (seen.isEmpty())
        return {};
    const QSize size = m_source->levelSize(level);
    const double tileWidth = picture.width() / size.width() * kTilePx;
    const double tileHeight = picture.height() / size.height() * kTilePx;
    const int lastColumn = (size.width() - 1) / kTilePx;
    const int lastRow = (size.height() - 1) / kTilePx;
    const auto at = [](double place, double tile, int last) {
        return std::clamp(static_cast<int>(std::floor(place / tile)), 0, last);
    };
    return {QPoint(at(seen.left() - picture.left(), tileWidth, lastColumn),
                   at(seen.top() - picture.top(), tileHeight, lastRow)),
            QPoint(at(seen.right() - picture.left(), tileWidth, lastColumn),
                   at(seen.bottom() - picture.top(), tileHeight, lastRow))};
}

void PictureLayer::draw(QPainter& painter, const QRectF& picture, const QRect& clip,
                        const TileCache& tiles) const {
    const int level = levelFor(picture);
    const QRect range = tilesIn(level, picture, clip);
    const double scale = picture.width() / m_source->size().width();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, scale < kHardPixelsFrom);
    painter.setCompositionMode(QPainter::CompositionMode_Source);
    for (int row = range.top(); row <= range.bottom(); ++row) {
        for (int column = range.left(); column <= range.right(); ++column) {
            const TileKey key{m_source.get(), level, column, row};
            const QRect target = rounded(placeOf(key, picture)) & clip;
            if (target.isEmpty())
                continue;
            if (const Tile* tile = tiles.find(key))
                drawTile(painter, *tile, key, picture, target);
            else if (!drawCoarser(painter, key, picture, target, tiles))
                drawFiner(painter, key, picture, target, tiles);
        }
    }
    painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
}

void PictureLayer::drawTile(QPainter& painter, const Tile& tile, const TileKey& key,
                            const QRectF& picture, const QRect& target) const {
    const QSize size = m_source->levelSize(key.level);
    const QRect frame = tileFrame(*m_source, key);
    const double toLevelX = size.width() / picture.width();
    const double toLevelY = size.height() / picture.height();
    const auto sourceOf = [&](const QRect& part) {
        return QRectF((part.left() - picture.left()) * toLevelX - frame.left(),
                      (part.top() - picture.top()) * toLevelY - frame.top(),
                      part.width() * toLevelX, part.height() * toLevelY);
    };
    if (1 / toLevelX >= kBlocksFrom)
        return drawBlocks(painter, tile.image, sourceOf(target), target);
    for (int top = target.top(); top <= target.bottom(); top += kStripPx) {
        const QRect strip = target & QRect(target.left(), top, target.width(), kStripPx);
        painter.drawImage(QRectF(strip), tile.image, sourceOf(strip));
    }
}

bool PictureLayer::drawCoarser(QPainter& painter, const TileKey& key, const QRectF& picture,
                               const QRect& target, const TileCache& tiles) const {
    for (int up = 1; key.level + up < m_source->levelCount(); ++up) {
        const TileKey coarser{key.source, key.level + up, key.column >> up, key.row >> up};
        if (const Tile* tile = tiles.find(coarser)) {
            drawTile(painter, *tile, coarser, picture, target);
            return true;
        }
    }
    return false;
}

void PictureLayer::drawFiner(QPainter& painter, const TileKey& key, const QRectF& picture,
                             const QRect& target, const TileCache& tiles) const {
    if (key.level == 0)
        return;
    for (const int part : {0, 1, 2, 3}) {
        const TileKey finer{key.source, key.level - 1, 2 * key.column + (part & 1),
                            2 * key.row + (part >> 1)};
        if (const Tile* tile = tiles.find(finer))
            drawTile(painter, *tile, finer, picture, rounded(placeOf(finer, picture)) & target);
    }
}

bool PictureLayer::isMissing(const TileKey& key, const TileCache& tiles) const {
    const Tile* tile = tiles.find(key);
    return tile == nullptr || tile->transform != m_transform ||
           (!tile->isAveraged && m_source->isAveraged(key.level));
}

void PictureLayer::orderMissing(const QRectF& picture, const QRectF& area, const TileCache& tiles,
                                std::vector<TileOrder>& to) const {
    const int level = levelFor(picture);
    const QRect range = tilesIn(level, picture, area);
    const auto first = static_cast<std::ptrdiff_t>(to.size());
    for (int row = range.top(); row <= range.bottom(); ++row) {
        for (int column = range.left(); column <= range.right(); ++column) {
            const TileKey key{m_source.get(), level, column, row};
            if (isMissing(key, tiles))
                to.push_back({key, m_source, m_transform});
        }
    }
    const auto fromMiddle = [&](const TileOrder& order) {
        const QPointF away = placeOf(order.key, picture).center() - area.center();
        return QPointF::dotProduct(away, away);
    };
    std::ranges::sort(to.begin() + first, to.end(), {}, fromMiddle);
}

void PictureLayer::orderWhole(const TileCache& tiles, std::vector<TileOrder>& to) const {
    const TileKey key{m_source.get(), m_source->levelCount() - 1, 0, 0};
    if (isMissing(key, tiles)) // the smallest level is one tile
        to.push_back({key, m_source, m_transform});
}

} // namespace unlit::ui
