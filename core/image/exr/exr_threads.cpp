#include "core/image/exr/exr_threads.h"

#include <ImfThreading.h>

#include <algorithm>
#include <thread>

namespace unlit {

void startExrThreads() {
    constexpr unsigned most = 16;
    const unsigned processors = std::min(std::thread::hardware_concurrency(), most);
    if (processors > 1 && Imf::globalThreadCount() == 0)
        Imf::setGlobalThreadCount(static_cast<int>(processors));
}

void endExrThreads() {
    Imf::setGlobalThreadCount(0);
}

int exrThreadCount() {
    return Imf::globalThreadCount();
}

} // namespace unlit
