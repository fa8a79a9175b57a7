#include "core/nn/kernels/product_threads.h"

#include <dlfcn.h>

namespace unlit::nn {

namespace {

// Torch brings its own library for products, or the system's, which is not always OpenBLAS: asked
// for by name, as a second one must not be linked.
template <class Function>
Function* loaded(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

} // namespace

int productThreads() {
    auto* threads = loaded<int()>("openblas_get_num_threads");
    return threads != nullptr ? threads() : 0;
}

void setProductThreads(int count) {
    auto* set = loaded<void(int)>("openblas_set_num_threads");
    if (set != nullptr && count != productThreads())
        set(count);
}

} // namespace unlit::nn
