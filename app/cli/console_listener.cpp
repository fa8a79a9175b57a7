#include "app/cli/console_listener.h"

#include <utility>

namespace unlit::cli {

void ConsoleListener::post(Event event) noexcept {
    {
        const std::lock_guard lock(m_mutex);
        m_events.push_back(std::move(event));
    }
    m_arrived.notify_one();
}

std::deque<Event> ConsoleListener::take(std::chrono::milliseconds timeout) {
    std::unique_lock lock(m_mutex);
    m_arrived.wait_for(lock, timeout, [this] { return !m_events.empty(); });
    return std::exchange(m_events, {});
}

} // namespace unlit::cli
