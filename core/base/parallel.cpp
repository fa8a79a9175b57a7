#include "core/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace unlit::data {

namespace {

constexpr std::chrono::milliseconds kBetweenReports(100);

std::size_t workerCount(std::size_t items, int wanted) {
    const auto processors = std::max(1U, std::thread::hardware_concurrency());
    const auto workers = wanted > 0 ? static_cast<std::size_t>(wanted) : processors;
    return std::clamp<std::size_t>(workers, 1, std::max<std::size_t>(items, 1));
}

/// What the workers and the caller share.
struct Shared {
    std::atomic<std::size_t> next = 0;
    std::mutex mutex; ///< guards everything below
    std::condition_variable wake;
    std::size_t done = 0;
    std::size_t working = 0;
    std::exception_ptr failure;
};

void runWorker(Shared& shared, std::size_t count, const std::stop_token& stop,
               const std::function<void(std::size_t)>& work) {
    while (!stop.stop_requested()) {
        const std::size_t index = shared.next++;
        if (index >= count)
            break;
        std::exception_ptr failure;
        try {
            work(index);
        } catch (...) {
            failure = std::current_exception();
        }
        const std::scoped_lock lock(shared.mutex);
        if (failure && !shared.failure)
            shared.failure = failure;
        if (failure)
            break;
        ++shared.done;
    }
    const std::scoped_lock lock(shared.mutex);
    --shared.working;
    shared.wake.notify_all();
}

} // namespace

bool forEach(std::size_t count, const ParallelOptions& options,
             const std::function<void(std::size_t index)>& work) {
    Shared shared;
    std::stop_source stop;
    const std::stop_callback passOn(options.stop, [&stop] { stop.request_stop(); });
    std::vector<std::jthread> threads; // after what they use: they end first
    shared.working = workerCount(count, options.workers);
    for (std::size_t i = shared.working; i > 0; --i)
        threads.emplace_back(
            [&, token = stop.get_token()] { runWorker(shared, count, token, work); });
    const auto endWorkers = [&] {
        stop.request_stop();
        threads.clear();
    };
    std::unique_lock lock(shared.mutex);
    while (shared.working > 0) {
        shared.wake.wait_for(lock, kBetweenReports);
        const std::size_t done = shared.done;
        const bool hasFailed = shared.failure != nullptr;
        lock.unlock();
        if (hasFailed)
            stop.request_stop();
        try {
            if (options.progress)
                options.progress(done, count);
        } catch (...) {
            endWorkers();
            throw;
        }
        lock.lock();
    }
    lock.unlock();
    endWorkers();
    if (shared.failure)
        std::rethrow_exception(shared.failure);
    return shared.done == count;
}

} // namespace unlit::data
