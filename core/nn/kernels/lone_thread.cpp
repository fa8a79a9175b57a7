#include "core/nn/kernels/lone_thread.h"

#include <ATen/Parallel.h>

#include <dlfcn.h>

namespace unlit::nn {

void computeOnThisThreadAlone() {
    // A thread's first question makes torch set it up; later that would undo what is set here.
    at::get_num_threads();
    // at::set_num_threads would change all threads. LibTorch brings an OpenMP of its own or the
    // system's: whichever is loaded is the one to tell, a second one must not be linked.
    using SetThreads = void (*)(int);
    if (void* found = dlsym(RTLD_DEFAULT, "omp_set_num_threads"))
        reinterpret_cast<SetThreads>(found)(1);
}

} // namespace unlit::nn
