// A strong id: late events of an old job are recognised by it and dropped.
#pragma once

#include <compare>
#include <cstdint>

namespace unlit {

struct JobId {
    std::uint64_t value = 0; ///< 0 = no job

    auto operator<=>(const JobId&) const = default;

    explicit operator bool() const { return value != 0; }
};

} // namespace unlit
