// Where events go. Implemented by the command line, the studio's bridge and tests.
#pragma once

#include "core/events/event.h"

namespace unlit {

class EventSink {
public:
    virtual ~EventSink() = default;
    /// Callable from any thread; must not block and cannot throw.
    virtual void post(Event event) noexcept = 0;
};

} // namespace unlit
