#include "ui/viewer/view_tiles.h"

#include <QSet>

#include <algorithm>
#include <thread>

namespace unlit::ui {

namespace {

constexpr std::size_t kTileBudgetBytes = std::size_t{320} << 20;
constexpr int kMostTileWorkers = 4;
constexpr int kToningMs = 120; // longer than the pauses of a hand that drags or a key held

int tileWorkerCount() {
    return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostTileWorkers);
}

} // namespace

ViewTiles::ViewTiles(const ViewScene& scene)
    : m_scene(scene), m_cache(kTileBudgetBytes), m_workers(tileWorkerCount(), [this] {
          QMetaObject::invokeMethod(
              this, [this] { take(); }, Qt::QueuedConnection);
      }) {
    m_toning.setSingleShot(true);
    m_toning.setInterval(kToningMs);
    connect(&m_toning, &QTimer::timeout, this, &ViewTiles::order);
}

void ViewTiles::orderInHaste() {
    m_toning.start();
    order();
}

void ViewTiles::order() {
    std::vector<TileOrder> orders;
    const QRectF picture = m_scene.pictureRect();
    const auto layers = m_scene.shownLayers();
    const auto areas = m_scene.seenAreas();
    for (const PictureLayer* layer : layers)
        layer->orderWhole(m_cache, orders);
    for (std::size_t i = 0; i < layers.size(); ++i)
        layers[i]->orderMissing(picture, areas[i], m_cache, orders);
    // What flipping, the wipe and a pan would uncover next. Under a tone that is gone with the next
    // move of the hand it would never be looked at.
    const QRectF around = m_scene.paneArea().adjusted(-kTilePx, -kTilePx, kTilePx, kTilePx);
    if (!m_toning.isActive())
        for (const PictureLayer* layer : layers)
            layer->orderMissing(picture, around, m_cache, orders);
    QSet<TileKey> seen;
    std::erase_if(orders, [&](const TileOrder& order) {
        const bool isAgain = seen.contains(order.key);
        seen.insert(order.key);
        return isAgain;
    });
    m_workers.order(std::move(orders));
}

bool ViewTiles::isComplete() const {
    std::vector<TileOrder> missing;
    const auto layers = m_scene.shownLayers();
    const auto areas = m_scene.seenAreas();
    for (std::size_t i = 0; i < layers.size(); ++i)
        layers[i]->orderMissing(m_scene.pictureRect(), areas[i], m_cache, missing);
    return missing.empty();
}

/// True: its level has been averaged since it was drawn.
bool ViewTiles::keep(TileDelivery& delivery) {
    const TileKey key = delivery.order.key;
    const auto layers = m_scene.shownLayers();
    const auto found = std::ranges::find_if(
        layers, [&](const PictureLayer* other) { return other->source().get() == key.source; });
    if (found == layers.end())
        return false; // of a picture that has gone; its address may be given away
    const PictureLayer& layer = **found;
    const Tile* known = m_cache.find(key);
    if (known != nullptr && known->transform == layer.transform() &&
        delivery.tile.transform != known->transform)
        return false; // late, and out of date
    const bool isOld = !delivery.tile.isAveraged && delivery.order.source->isAveraged(key.level);
    m_cache.insert(key, std::move(delivery.tile));
    QRectF place = layer.placeOf(key, m_scene.pictureRect()) &
                   m_scene.seenAreas()[static_cast<std::size_t>(found - layers.begin())];
    if (place.isEmpty())
        return isOld;
    if (m_scene.isIn(CompareMode::Side) && &layer == &m_scene.second())
        place.translate(m_scene.secondPaneX(), 0);
    emit arrived(place);
    return isOld;
}

void ViewTiles::take() {
    bool hasNewer = false;
    for (TileDelivery& delivery : m_workers.take())
        hasNewer = keep(delivery) || hasNewer;
    if (hasNewer)
        order();
    emit taken();
}

} // namespace unlit::ui
