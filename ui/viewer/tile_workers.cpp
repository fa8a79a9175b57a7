#include "ui/viewer/tile_workers.h"

#include "core/base/give_way.h"

#include <algorithm>

namespace unlit::ui {

namespace {

bool isSame(const TileOrder& a, const TileOrder& b) {
    return a.key == b.key && a.transform == b.transform;
}

} // namespace

TileWorkers::TileWorkers(int threads, std::function<void()> onDelivery)
    : m_onDelivery(std::move(onDelivery)) {
    for (int i = 0; i < threads; ++i)
        m_threads.emplace_back([this](const std::stop_token& stop) { work(stop); });
}

TileWorkers::~TileWorkers() {
    for (std::jthread& thread : m_threads)
        thread.request_stop();
    m_threads.clear(); // joins, before the members that they use go
}

bool TileWorkers::isBeingDrawn(const TileOrder& order) const {
    const auto isIt = [&](const TileOrder& other) { return isSame(order, other); };
    return std::ranges::any_of(m_begun, isIt) ||
           std::ranges::any_of(m_done, [&](const TileDelivery& done) { return isIt(done.order); });
}

void TileWorkers::order(std::vector<TileOrder> orders) {
    {
        const std::scoped_lock lock(m_mutex);
        std::erase_if(orders, [this](const TileOrder& order) { return isBeingDrawn(order); });
        std::ranges::reverse(orders);
        m_orders = std::move(orders);
    }
    m_wake.notify_all();
}

std::vector<TileDelivery> TileWorkers::take() {
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_done, {});
}

void TileWorkers::work(const std::stop_token& stop) {
    giveWay(Haste::Soon); // the window stays with the hand, tiles follow
    std::unique_lock lock(m_mutex);
    while (m_wake.wait(lock, stop, [this] { return !m_orders.empty(); })) {
        if (stop.stop_requested())
            return;
        TileOrder order = std::move(m_orders.back());
        m_orders.pop_back();
        m_begun.push_back(order);
        lock.unlock();
        Tile tile = makeTile(*order.source, order.key, order.transform);
        lock.lock();
        std::erase_if(m_begun, [&](const TileOrder& other) { return isSame(order, other); });
        const bool isFirst = m_done.empty();
        m_done.push_back({std::move(order), std::move(tile)});
        if (isFirst)
            m_onDelivery();
    }
}

} // namespace unlit::ui
