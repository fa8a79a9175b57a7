// What one of several processes does of a work on many items: every N-th of them.
#pragma once

#include <cstddef>

namespace unlit {

/// Item i belongs to the process i mod `of`. No process has to know what another one does.
struct WorkShare {
    int number = 0; ///< of this process, from 0
    int of = 1;     ///< processes

    bool isWhole() const { return of == 1; }

    bool has(std::size_t item) const {
        return item % static_cast<std::size_t>(of) == static_cast<std::size_t>(number);
    }

    /// Of so many.
    std::size_t count(std::size_t items) const {
        const auto first = static_cast<std::size_t>(number);
        return items <= first ? 0 : (items - first - 1) / static_cast<std::size_t>(of) + 1;
    }

    /// The item that is this process's `place`-th, from 0.
    std::size_t item(std::size_t place) const {
        return static_cast<std::size_t>(number) + place * static_cast<std::size_t>(of);
    }
};

} // namespace unlit
