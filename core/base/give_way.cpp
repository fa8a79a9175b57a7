#include "core/base/give_way.h"

#include <sys/resource.h>
#include <unistd.h>

namespace unlit {

namespace {

/// Of Linux: each step takes a fifth of the share; all of the time is had where nobody else wants
/// it.
int niceness(Haste haste) {
    return haste == Haste::Soon ? 5 : 10;
}

} // namespace

void giveWay(Haste haste) noexcept {
    const auto thread = static_cast<id_t>(::gettid());
    if (::getpriority(PRIO_PROCESS, thread) < niceness(haste))
        static_cast<void>(::setpriority(PRIO_PROCESS, thread, niceness(haste)));
}

} // namespace unlit
