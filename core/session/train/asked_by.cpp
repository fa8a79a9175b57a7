#include "core/session/train/asked_by.h"

#include <array>

namespace unlit {

std::string_view toString(AskedBy by) {
    constexpr std::array<std::string_view, 6> kNames = {"terminal",   "window",    "signal",
                                                        "time limit", "full disk", "loss spike"};
    return kNames[static_cast<std::size_t>(by)];
}

} // namespace unlit
