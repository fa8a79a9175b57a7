// Display-ready pieces of pictures, kept as long as memory allows.
#pragma once

#include "ui/viewer/pixel_source.h"
#include "ui/viewer/view_transform.h"

#include <QCache>
#include <QImage>

#include <optional>

namespace unlit::ui {

constexpr int kTilePx = 256; ///< side of a tile, in pixels of its level

/// Which piece: of `source`, at `level`, counted in tiles.
struct TileKey {
    const PixelSource* source = nullptr;
    int level = 0;
    int column = 0;
    int row = 0;

    bool operator==(const TileKey&) const = default;

    friend std::size_t qHash(const TileKey& key, std::size_t seed) {
        return qHashMulti(seed, key.source, key.level, key.column, key.row);
    }
};

/// The pixels of the level that a tile shows, without its margin.
QRect tileCore(const PixelSource& source, const TileKey& key);

/// The core and one more pixel on each side where there is one: what smooth scaling looks at.
QRect tileFrame(const PixelSource& source, const TileKey& key);

struct Tile {
    QImage image; ///< of tileFrame, Format_RGB32
    std::shared_ptr<const ViewTransform> transform;
    bool isAveraged = true; ///< false: to be made again when the level has been averaged
};

/// Draws a tile. Any thread.
Tile makeTile(const PixelSource& source, const TileKey& key,
              const std::shared_ptr<const ViewTransform>& transform);

/// The tiles least looked at go first. GUI thread.
class TileCache {
public:
    explicit TileCache(std::size_t budgetBytes);

    /// Null where there is none; may have been made with another transform.
    const Tile* find(const TileKey& key) const { return m_tiles.object(key); }

    void insert(const TileKey& key, Tile tile);

    void clear() { m_tiles.clear(); }

    /// Another source may come to lie at the same address.
    void forget(const PixelSource* source);

private:
    QCache<TileKey, Tile> m_tiles; // costs are KiB
};

} // namespace unlit::ui
