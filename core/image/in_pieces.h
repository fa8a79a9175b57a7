// The same on every value of a large picture, on all processors.
#pragma once

#include "core/base/parallel.h"

#include <algorithm>
#include <cstddef>

namespace unlit {

/// Calls work(first, end) for pieces of 0 … count that do not overlap, on several threads where
/// there is enough to do for them; `work` is the same for each piece, touches no other one, and
/// makes the same of a value wherever its piece begins.
template <class Work>
void inPieces(std::size_t count, const Work& work) {
    constexpr std::size_t piece = 1 << 18; // a thread is started in a tenth of what it takes
    if (count < 4 * piece)
        return work(std::size_t{0}, count);
    data::forEach((count + piece - 1) / piece, {}, [&](std::size_t index) {
        work(index * piece, std::min(count, (index + 1) * piece));
    });
}

} // namespace unlit
