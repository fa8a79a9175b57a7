#include "core/base/compute_turn.h"

#include <algorithm>

namespace unlit {

bool ComputeTurn::take(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    const char place = 0; // its address tells this call from all others that wait
    m_waiting.push_back(&place);
    const bool isMine =
        m_changed.wait(lock, stop, [&] { return !m_isTaken && m_waiting.front() == &place; });
    std::erase(m_waiting, &place);
    m_isTaken = m_isTaken || isMine;
    if (!isMine)
        m_changed.notify_all(); // the next one may be the first now
    return isMine;
}

void ComputeTurn::giveBack() {
    const std::scoped_lock lock(m_mutex);
    m_isTaken = false;
    m_changed.notify_all();
}

void ComputeTurn::letOthersGo() {
    {
        const std::scoped_lock lock(m_mutex);
        if (m_waiting.empty())
            return;
    }
    giveBack();
    take({});
}

} // namespace unlit
