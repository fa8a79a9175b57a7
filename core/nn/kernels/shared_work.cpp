#include "core/nn/kernels/shared_work.h"

#include <ATen/Parallel.h>

#include <dlfcn.h>

#include <atomic>

namespace unlit::nn {

namespace {

// Torch brings its own library for products, or the system's, which is not always OpenBLAS: asked
// for by name, as a second one must not be linked.
template <class Function>
Function* loaded(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

/// OpenBLAS on one thread while it lives, in the whole process. Does nothing without OpenBLAS.
class LoneProducts {
public:
    LoneProducts() {
        if (auto* threads = loaded<int()>("openblas_get_num_threads"))
            m_before = threads();
        setThreads(1);
    }

    ~LoneProducts() { setThreads(m_before); }

    LoneProducts(const LoneProducts&) = delete;
    LoneProducts& operator=(const LoneProducts&) = delete;

private:
    void setThreads(int count) const {
        if (auto* set = loaded<void(int)>("openblas_set_num_threads"); m_before > 1)
            set(count);
    }

    int m_before = 0;
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
