// Makes batches ahead of their use on threads of its own, and hands them out in order.
#pragma once

#include "core/data/loader/sample.h"

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace unlit::data {

/// An endless row of batches. They are the same for any number of workers; at most `depth` of them
/// are ready or under way. One thread takes; the destructor stops the workers after the samples
/// that they are at.
class Prefetcher {
public:
    /// Makes batch `index`; called on worker threads, several at a time.
    using Make = std::function<LoadedBatch(std::int64_t index, const std::stop_token& stop)>;

    /// Batches before `first` are never made. Precondition: workers >= 1, depth >= 1.
    Prefetcher(Make make, std::int64_t first, int workers, int depth);
    ~Prefetcher();
    Prefetcher(const Prefetcher&) = delete;
    Prefetcher& operator=(const Prefetcher&) = delete;

    /// The next batch in order, as `make` gave it, waiting for it. An exception of `make` is thrown
    /// on when its batch's turn comes, once; the call after it goes on with the next batch.
    LoadedBatch next();

private:
    struct Made {
        LoadedBatch loaded;
        std::exception_ptr failure;
    };

    void run(const std::stop_token& stop);

    Make m_make;
    std::int64_t m_depth;
    std::mutex m_mutex; ///< guards everything below
    std::condition_variable_any m_wake;
    std::int64_t m_toMake;
    std::int64_t m_toTake;
    std::map<std::int64_t, Made> m_made;
    std::vector<std::jthread> m_threads; // last: they use everything above
};

} // namespace unlit::data
