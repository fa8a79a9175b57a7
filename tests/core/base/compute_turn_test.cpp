#include "core/base/compute_turn.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

using namespace unlit;

namespace {

/// Long enough for a thread that wrongly does not wait to be seen.
void giveOthersTime() {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
}

} // namespace

TEST(ComputeTurn, only_one_has_it_and_each_gets_it) {
    ComputeTurn turn;
    std::atomic<int> inside = 0;
    std::atomic<int> most = 0;
    std::atomic<int> rounds = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&] {
                for (int round = 0; round < 200; ++round) {
                    ASSERT_TRUE(turn.take({}));
                    most = std::max(most.load(), ++inside);
                    --inside;
                    ++rounds;
                    turn.giveBack();
                }
            });
    }
    EXPECT_EQ(most, 1);
    EXPECT_EQ(rounds, 800);
}

TEST(ComputeTurn, who_waits_goes_before_the_holder_takes_it_again) {
    ComputeTurn turn;
    ASSERT_TRUE(turn.take({}));
    std::atomic<bool> hadIt = false;
    std::jthread other([&] {
        turn.take({});
        hadIt = true;
        turn.giveBack();
    });
    while (!hadIt)
        turn.letOthersGo();
    EXPECT_TRUE(hadIt);
    turn.letOthersGo(); // nobody waits: the holder still has it
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_FALSE(turn.take(stopped.get_token()));
    turn.giveBack();
}

TEST(ComputeTurn, who_is_stopped_while_waiting_leaves_the_way_free) {
    ComputeTurn turn;
    ASSERT_TRUE(turn.take({}));
    std::stop_source stop;
    std::atomic<bool> gaveUp = false;
    std::jthread first([&] { gaveUp = !turn.take(stop.get_token()); });
    giveOthersTime();
    std::atomic<bool> hadIt = false;
    std::jthread second([&] {
        hadIt = turn.take({});
        turn.giveBack();
    });
    giveOthersTime();
    EXPECT_FALSE(hadIt);
    stop.request_stop();
    first.join();
    EXPECT_TRUE(gaveUp);
    turn.giveBack();
    second.join();
    EXPECT_TRUE(hadIt);
}
