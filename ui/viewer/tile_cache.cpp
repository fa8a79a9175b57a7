#include "ui/viewer/tile_cache.h"

#include "ui/bridge/freed_elsewhere.h"

#include <algorithm>
#include <vector>

namespace unlit::ui {

namespace {

constexpr std::size_t kKiB = 1024;

} // namespace

QRect tileCore(const PixelSource& source, const TileKey& key) {
    const QRect level(QPoint(0, 0), source.levelSize(key.level));
    return QRect(key.column * kTilePx, key.row * kTilePx, kTilePx, kTilePx) & level;
}

QRect tileFrame(const PixelSource& source, const TileKey& key) {
    const QRect level(QPoint(0, 0), source.levelSize(key.level));
    return tileCore(source, key).adjusted(-1, -1, 1, 1) & level;
}

Tile makeTile(const PixelSource& source, const TileKey& key,
              const std::shared_ptr<const ViewTransform>& transform) {
    const QRect frame = tileFrame(source, key);
    Tile tile{QImage(frame.size(), QImage::Format_RGB32), transform, source.isAveraged(key.level)};
    const auto width = static_cast<std::size_t>(frame.width());
    std::vector<float> memory(4 * width);
    const std::span all(memory);
    const ColorRow row{all.subspan(0, width), all.subspan(width, width),
                       all.subspan(2 * width, width)};
    const bool needsAlpha = transform->needsAlpha();
    const auto alpha = all.subspan(3 * width, needsAlpha ? width : 0);
    for (int y = 0; y < frame.height(); ++y) {
        source.readColor(key.level, frame.top() + y, frame.left(), row);
        if (needsAlpha)
            source.readAlpha(key.level, frame.top() + y, frame.left(), alpha);
        auto* line = reinterpret_cast<QRgb*>(tile.image.scanLine(y));
        transform->convert(row, alpha, frame.left(), frame.top() + y, {line, width});
        if (transform->marksPixels())
            transform->markPixels(row, alpha, source.levelSize(key.level), frame.left(),
                                  frame.top() + y, {line, width});
    }
    return tile;
}

TileCache::TileCache(std::size_t budgetBytes)
    : m_tiles(static_cast<qsizetype>(budgetBytes / kKiB)) {}

void TileCache::insert(const TileKey& key, Tile tile) {
    const auto cost = std::max<qsizetype>(1, tile.image.sizeInBytes() / qsizetype{kKiB});
    m_tiles.insert(key, new Tile(std::move(tile)), cost);
}

void TileCache::forget(const PixelSource* source) {
    auto gone = std::make_shared<std::vector<std::unique_ptr<Tile>>>();
    for (const TileKey& key : m_tiles.keys()) {
        if (key.source == source)
            gone->emplace_back(m_tiles.take(key));
    }
    if (!gone->empty())
        freeElsewhere(std::move(gone));
}

} // namespace unlit::ui
