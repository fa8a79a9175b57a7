// One picture as the viewer draws it: which tiles a view needs, and drawing those that are there.
#pragma once

#include "ui/viewer/tile_workers.h"

#include <QPainter>
#include <QRectF>

#include <memory>
#include <vector>

namespace unlit::ui {

/// All lengths are screen pixels. GUI thread.
class PictureLayer {
public:
    /// From this scale on single pixels are squares with sharp borders.
    static constexpr double kHardPixelsFrom = 2.0;

    /// Null takes the picture away.
    void setSource(PixelSourcePtr source, const LayerTone& tone);
    void setTone(const ToneSettings& tone);

    bool isEmpty() const { return m_source == nullptr; }

    const PixelSourcePtr& source() const { return m_source; }

    /// Null while there is no picture.
    const std::shared_ptr<const ViewTransform>& transform() const { return m_transform; }

    /// The level that has between one and two pixels per screen pixel.
    int levelFor(const QRectF& picture) const;

    /// Draws what is inside `clip`. Where a tile is missing, a coarser one stands in for it.
    void draw(QPainter& painter, const QRectF& picture, const QRect& clip,
              const TileCache& tiles) const;

    /// Adds the tiles inside `area` that are missing or out of date, those next to its middle
    /// first.
    void orderMissing(const QRectF& picture, const QRectF& area, const TileCache& tiles,
                      std::vector<TileOrder>& to) const;

    /// Adds the tiles of the smallest level, which stand in for all others.
    void orderWhole(const TileCache& tiles, std::vector<TileOrder>& to) const;

    /// Where a tile lies when the whole picture covers `picture`.
    QRectF placeOf(const TileKey& key, const QRectF& picture) const;

private:
    QRect tilesIn(int level, const QRectF& picture, const QRectF& area) const;
    bool isMissing(const TileKey& key, const TileCache& tiles) const;
    void rebuildTransform();
    void drawTile(QPainter& painter, const Tile& tile, const TileKey& key, const QRectF& picture,
                  const QRect& target) const;
    bool drawCoarser(QPainter& painter, const TileKey& key, const QRectF& picture,
                     const QRect& target, const TileCache& tiles) const;
    void drawFiner(QPainter& painter, const TileKey& key, const QRectF& picture,
                   const QRect& target, const TileCache& tiles) const;

    PixelSourcePtr m_source;
    LayerTone m_layerTone;
    ToneSettings m_tone;
    std::shared_ptr<const ViewTransform> m_transform;
};

} // namespace unlit::ui
