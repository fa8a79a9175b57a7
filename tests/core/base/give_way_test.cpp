// Background threads do not take the processor from the window.
#include "core/base/give_way.h"

#include <gtest/gtest.h>

#include <sys/resource.h>
#include <thread>

namespace {

int niceness() {
    return getpriority(PRIO_PROCESS, 0); // of the calling thread
}

} // namespace

TEST(GiveWay, LowersTheThreadAndThoseItStartsButNotTheOthers) {
    const int before = niceness();
    int soon = 0;
    int later = 0;
    int child = 0;
    std::thread([&] {
        unlit::giveWay(unlit::Haste::Soon);
        soon = niceness();
        unlit::giveWay(unlit::Haste::Later);
        later = niceness();
        std::thread([&] { child = niceness(); }).join();
    }).join();
    EXPECT_GE(soon, 5);
    EXPECT_GE(later, 10);
    EXPECT_EQ(child, later);
    EXPECT_EQ(niceness(), before);
}
