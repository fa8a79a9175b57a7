// Which tiles of its pictures an ImageView orders, and what becomes of those that come.
#include "ui/viewer/image_view.h"

#include <QSet>

#include <algorithm>

namespace unlit::ui {

void ImageView::refreshTiles() {
    orderTiles();
}

std::vector<const PictureLayer*> ImageView::shownLayers() const {
    if (isDifferent())
        return {&m_difference};
    std::vector<const PictureLayer*> layers;
    // The one on show first: flipping needs both, but only one at once.
    const bool isFirstOnTop = m_state.mode() == CompareMode::Flip && m_state.isFlipped();
    for (const PictureLayer* layer :
         {isFirstOnTop ? &m_first : &m_second, isFirstOnTop ? &m_second : &m_first}) {
        if (!layer->isEmpty())
            layers.push_back(layer);
    }
    return layers;
}

std::vector<QRectF> ImageView::seenAreas() const {
    const QRectF pane = paneArea();
    if (isWiping()) { // the second is on top
        const WipeGeometry wipe = wipeGeometry();
        const auto around = [](const QPolygonF& side) { // painted to whole pixels
            return side.isEmpty() ? QRectF() : side.boundingRect().adjusted(-1, -1, 1, 1);
        };
        return {around(wipe.secondSide()), around(wipe.firstSide())};
    }
    std::vector<QRectF> areas(shownLayers().size(), pane);
    if (m_state.mode() == CompareMode::Flip && areas.size() == 2)
        areas[1] = {};
    return areas;
}

void ImageView::orderTiles() {
    std::vector<TileOrder> orders;
    const QRectF picture = paintRect();
    const auto layers = shownLayers();
    const auto areas = seenAreas();
    for (const PictureLayer* layer : layers)
        layer->orderWhole(m_tiles, orders);
    for (std::size_t i = 0; i < layers.size(); ++i)
        layers[i]->orderMissing(picture, areas[i], m_tiles, orders);
    // What flipping, the wipe and a pan would uncover next. Under a tone that is gone with the next
    // move of the hand it would never be looked at.
    const QRectF around = paneArea().adjusted(-kTilePx, -kTilePx, kTilePx, kTilePx);
    if (!m_toning.isActive())
        for (const PictureLayer* layer : layers)
            layer->orderMissing(picture, around, m_tiles, orders);
    QSet<TileKey> seen;
    std::erase_if(orders, [&](const TileOrder& order) {
        const bool isAgain = seen.contains(order.key);
        seen.insert(order.key);
        return isAgain;
    });
    m_workers.order(std::move(orders));
}

bool ImageView::isComplete() const {
    std::vector<TileOrder> missing;
    const auto layers = shownLayers();
    const auto areas = seenAreas();
    for (std::size_t i = 0; i < layers.size(); ++i)
        layers[i]->orderMissing(paintRect(), areas[i], m_tiles, missing);
    return missing.empty();
}

void ImageView::takeTiles() {
    const auto layers = shownLayers();
    const auto areas = seenAreas();
    bool hasNewer = false;
    for (TileDelivery& delivery : m_workers.take()) {
        const TileKey key = delivery.order.key;
        const auto found = std::ranges::find_if(
            layers, [&](const PictureLayer* other) { return other->source().get() == key.source; });
        if (found == layers.end())
            continue; // of a picture that has gone; its address may be given away
        const PictureLayer& layer = **found;
        const Tile* known = m_tiles.find(key);
        if (known != nullptr && known->transform == layer.transform() &&
            delivery.tile.transform != known->transform)
            continue; // late, and out of date
        hasNewer =
            hasNewer || (!delivery.tile.isAveraged && delivery.order.source->isAveraged(key.level));
        m_tiles.insert(key, std::move(delivery.tile));
        QRectF place = layer.placeOf(key, paintRect()) &
                       areas[static_cast<std::size_t>(found - layers.begin())];
        if (place.isEmpty())
            continue;
        if (isSideBySide() && &layer == &m_second)
            place.translate(secondPaneX(), 0);
        const double ratio = devicePixelRatioF();
        const QRectF logical(place.topLeft() / ratio, place.size() / ratio);
        update(logical.adjusted(-1, -1, 1, 1).toAlignedRect());
    }
    if (hasNewer)
        orderTiles();
    if (m_isStillEnding)
        endStill();
}

void ImageView::setStill(const QImage& still) {
    m_still = still;
    m_isStillEnding = false;
    update();
}

void ImageView::endStill() {
    m_isStillEnding = !m_still.isNull() && !isComplete();
    if (m_isStillEnding || m_still.isNull())
        return;
    m_still = {};
    update();
}

} // namespace unlit::ui
