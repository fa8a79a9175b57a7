// Pieces of work that torch's threads take one after another.
#pragma once

#include <cstdint>
#include <functional>

namespace unlit::nn {

/// Calls work(0) ... work(count - 1), each once, on at::get_num_threads() threads, in the order of
/// the numbers but for those that run at the same time; comes back when all are done. What a piece
/// computes stays on its thread, matrix products too, so that it does not depend on the number of
/// threads. Gradient mode is each thread's own: set it inside. Calls from two threads at once are
/// correct, but share processors as badly as before. Rethrows one of the exceptions.
///
/// Why: OpenBLAS has threads beside OpenMP's, and those that wait for work take turns on the
/// processors with those that have some. While pieces run, it multiplies on one.
void shareWork(std::int64_t count, const std::function<void(std::int64_t)>& work);

} // namespace unlit::nn
