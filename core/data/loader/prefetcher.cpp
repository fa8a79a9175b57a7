#include "core/data/loader/prefetcher.h"

#include "core/nn/kernels/lone_thread.h"

namespace unlit::data {

Prefetcher::Prefetcher(Make make, std::int64_t first, int workers, int depth)
    : m_make(std::move(make)), m_depth(depth), m_toMake(first), m_toTake(first) {
    for (int i = 0; i < workers; ++i)
        m_threads.emplace_back([this](const std::stop_token& stop) { run(stop); });
}

Prefetcher::~Prefetcher() {
    for (std::jthread& thread : m_threads)
        thread.request_stop();
    m_threads.clear(); // joins: nobody may look at the members any more
}

LoadedBatch Prefetcher::next() {
    std::unique_lock lock(m_mutex);
    m_wake.wait(lock, [&] { return m_made.contains(m_toTake); });
    Made made = std::move(m_made.extract(m_toTake).mapped());
    ++m_toTake;
    m_wake.notify_all();
    if (made.failure)
        std::rethrow_exception(made.failure);
    return std::move(made.loaded);
}

void Prefetcher::run(const std::stop_token& stop) {
    nn::computeOnThisThreadAlone();
    while (true) {
        std::int64_t index = 0;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [&] { return m_toMake < m_toTake + m_depth; }))
                return;
            index = m_toMake++;
        }
        Made made;
        try {
            made.loaded = m_make(index, stop);
        } catch (...) {
            made.failure = std::current_exception();
        }
        const std::scoped_lock lock(m_mutex);
        m_made[index] = std::move(made);
        m_wake.notify_all();
    }
}

} // namespace unlit::data
