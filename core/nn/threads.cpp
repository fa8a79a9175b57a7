#include "core/nn/threads.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <thread>

namespace unlit::nn {

int configureThreads(int threads) {
    const int available = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    at::set_num_threads(threads > 0 ? threads : available);
    return at::get_num_threads();
}

} // namespace unlit::nn
