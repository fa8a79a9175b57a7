// The same work on many items by several threads, with progress on the caller's own.
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

namespace unlit::data {

struct ParallelOptions {
    int workers = 0; ///< 0 = one for each processor
    /// Called on the calling thread about ten times a second with the items that are done, and once
    /// at the end. May throw: the workers stop and the exception goes on.
    std::function<void(std::size_t done, std::size_t total)> progress;
    std::stop_token stop;
};

/// Calls work(0) … work(count - 1), each once, in any order and on any worker. Returns false when
/// stopped before the end. The first exception of `work` stops the others and is thrown on. All
/// workers have ended when this returns.
bool forEach(std::size_t count, const ParallelOptions& options,
             const std::function<void(std::size_t index)>& work);

} // namespace unlit::data
