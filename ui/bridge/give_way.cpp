#include "ui/bridge/give_way.h"

#include <sys/resource.h>
#include <unistd.h>

namespace unlit::ui {

namespace {

constexpr int kNiceness = 10; // a tenth of the time of a thread at 0, all of it where there is none

} // namespace

void giveWay() noexcept {
    const auto thread = static_cast<id_t>(::gettid());
    if (::getpriority(PRIO_PROCESS, thread) < kNiceness)
        static_cast<void>(::setpriority(PRIO_PROCESS, thread, kNiceness));
}

} // namespace unlit::ui
