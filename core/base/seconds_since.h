// How long something takes.
#pragma once

#include <chrono>

namespace unlit {

inline double secondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace unlit
