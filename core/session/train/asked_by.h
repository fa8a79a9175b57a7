// Names of those who ask something of a run.
#pragma once

#include "core/events/event.h"

#include <string_view>

namespace unlit {

/// "terminal", "window", "signal", "time limit", "full disk", "loss spike".
std::string_view toString(AskedBy by);

} // namespace unlit
