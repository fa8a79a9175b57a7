// Threads that draw tiles: the ones last asked for, most wanted first.
#pragma once

#include "ui/viewer/tile_cache.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace unlit::ui {

struct TileOrder {
    TileKey key;
    PixelSourcePtr source; ///< kept alive while the tile is drawn
    std::shared_ptr<const ViewTransform> transform;
};

struct TileDelivery {
    TileOrder order;
    Tile tile;
};

/// The destructor stops the threads after the tiles that they are at, and joins them. They are its
/// own, because orders are replaced with each frame that a hand moves, and tiles come to it many at
/// a time: not a queue, and no detour by the GUI thread between two tiles.
class TileWorkers {
public:
    /// `onDelivery` is called on a worker when there is something to take() and nobody was told
    /// yet.
    TileWorkers(int threads, std::function<void()> onDelivery);
    ~TileWorkers();
    TileWorkers(const TileWorkers&) = delete;
    TileWorkers& operator=(const TileWorkers&) = delete;

    /// Replaces all orders that nobody has begun; the first is drawn first. Any thread.
    void order(std::vector<TileOrder> orders);

    /// What has been drawn since the last take. Any thread.
    std::vector<TileDelivery> take();

private:
    void work(const std::stop_token& stop);
    bool isBeingDrawn(const TileOrder& order) const;

    std::function<void()> m_onDelivery;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::vector<TileOrder> m_orders; ///< the next one last
    std::vector<TileOrder> m_begun;
    std::vector<TileDelivery> m_done;
    std::vector<std::jthread> m_threads;
};

} // namespace unlit::ui
