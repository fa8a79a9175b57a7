#include "core/nn/kernels/shared_work.h"

#include "core/nn/kernels/product_threads.h"

#include <ATen/Parallel.h>

#include <atomic>

namespace unlit::nn {

namespace {

/// Each product on one thread while it lives.
class LoneProducts {
public:
    LoneProducts() { setProductThreads(1); }

    ~LoneProducts() { setProductThreads(m_before); }

    LoneProducts(const LoneProducts&) = delete;
    LoneProducts& operator=(const LoneProducts&) = delete;

private:
    int m_before = productThreads();
};

} // namespace

void shareWork(std::int64_t count, const std::function<void(std::int64_t)>& work) {
    const LoneProducts lone;
    std::atomic<std::int64_t> next = 0;
    at::parallel_for(0, at::get_num_threads(), 1, [&](std::int64_t, std::int64_t) {
        for (std::int64_t piece = next++; piece < count; piece = next++)
            work(piece);
    });
}

} // namespace unlit::nn
