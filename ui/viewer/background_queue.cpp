#include "ui/viewer/background_queue.h"

#include "ui/bridge/give_way.h"

namespace unlit::ui {

BackgroundQueue::BackgroundQueue()
    : m_thread([this](const std::stop_token& stop) { work(stop); }) {}

BackgroundQueue::~BackgroundQueue() {
    m_thread.request_stop();
    clear();
    m_thread.join();
}

void BackgroundQueue::post(Task task) {
    {
        const std::scoped_lock lock(m_mutex);
        m_tasks.push_back(std::move(task));
    }
    m_wake.notify_one();
}

void BackgroundQueue::clear() {
    const std::scoped_lock lock(m_mutex);
    m_tasks.clear();
    m_running.request_stop();
}

void BackgroundQueue::work(const std::stop_token& stop) {
    giveWay(Haste::Later);
    std::unique_lock lock(m_mutex);
    while (m_wake.wait(lock, stop, [this] { return !m_tasks.empty(); })) {
        if (stop.stop_requested())
            return;
        const Task task = std::move(m_tasks.front());
        m_tasks.pop_front();
        m_running = std::stop_source();
        const std::stop_token running = m_running.get_token();
        lock.unlock();
        task(running);
        lock.lock();
    }
}

} // namespace unlit::ui
