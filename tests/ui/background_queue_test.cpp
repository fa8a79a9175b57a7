// A queue away from the GUI thread: each task counts, in order, until it is not wanted any more.
#include "ui/bridge/background_queue.h"

#include "tests/support/wait_for.h"

#include <QTest>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace unlit::ui {

namespace {

using test::waitFor;

/// A queue whose thread is held by its first task until the test lets it go.
class HeldQueue : public testing::Test {
protected:
    void hold() {
        m_queue.post(
            [this](const std::stop_token& stop) {
                m_isHeld = true;
                while (!m_isLetGo && !stop.stop_requested())
                    std::this_thread::yield();
                return 0;
            },
            [this](int given) { m_answers.push_back(given); });
        ASSERT_TRUE(waitFor([this] { return m_isHeld.load(); }));
    }

    void post(int number, BackgroundQueue::Turn turn = BackgroundQueue::Turn::Last) {
        m_queue.post([number](const std::stop_token&) { return number; },
                     [this](int given) { m_answers.push_back(given); }, {}, turn);
    }

    std::atomic<bool> m_isHeld = false;
    std::atomic<bool> m_isLetGo = false;
    std::vector<int> m_answers;
    BackgroundQueue m_queue{Haste::Soon};
};

} // namespace

TEST_F(HeldQueue, EachTaskIsAnsweredInTurn) {
    hold();
    post(1);
    post(2);
    post(11, BackgroundQueue::Turn::Sooner);
    post(12, BackgroundQueue::Turn::Sooner);
    m_isLetGo = true;
    ASSERT_TRUE(waitFor([this] { return !m_queue.isBusy(); }));
    EXPECT_EQ(m_answers, (std::vector<int>{0, 11, 12, 1, 2}));
}

TEST_F(HeldQueue, WhatHasBegunOutlivesThoseThatAreDropped) {
    hold();
    post(1);
    post(2);
    m_queue.dropWaiting();
    post(3);
    m_isLetGo = true;
    ASSERT_TRUE(waitFor([this] { return !m_queue.isBusy(); }));
    EXPECT_EQ(m_answers, (std::vector<int>{0, 3}));
}

TEST_F(HeldQueue, OfAClearedOneNothingIsHeard) {
    hold();
    post(1);
    m_queue.clear();
    EXPECT_FALSE(m_queue.isBusy());
    post(2);
    ASSERT_TRUE(waitFor([this] { return !m_queue.isBusy(); }));
    QTest::qWait(50);
    EXPECT_EQ(m_answers, std::vector<int>{2});
}

TEST(BackgroundQueue, AsManyRunAtOnceAsMayAndNoMore) {
    for (const int atOnce : {1, 3}) {
        std::atomic<int> running = 0;
        std::atomic<int> most = 0;
        int done = 0;
        BackgroundQueue queue(Haste::Later, atOnce);
        for (int i = 0; i < 30; ++i)
            queue.post(
                [&](const std::stop_token&) {
                    const int now = ++running;
                    for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
                    }
                    std::this_thread::sleep_for(std::chrono::milliseconds(2));
                    --running;
                    return 0;
                },
                [&](int) { ++done; });
        ASSERT_TRUE(waitFor([&] { return !queue.isBusy(); }));
        EXPECT_EQ(done, 30);
        EXPECT_EQ(most, atOnce);
    }
}

TEST(BackgroundQueue, WaitingEndsWhenAllIsDone) {
    std::atomic<int> done = 0;
    BackgroundQueue queue(Haste::Soon);
    for (int i = 0; i < 20; ++i)
        queue.post([&](const std::stop_token&) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            ++done;
        });
    queue.wait();
    EXPECT_EQ(done, 20);
}

TEST(BackgroundQueue, AnErrorStopsNoOther) {
    std::string message;
    int answer = 0;
    BackgroundQueue queue(Haste::Soon);
    queue.post([](const std::stop_token&) -> int { throw std::runtime_error("no such luck"); },
               [](int) { ADD_FAILURE() << "there is no answer"; },
               [&](const Failure& failure) { message = failure.message; });
    queue.post([](const std::stop_token&) { return 7; }, [&](int given) { answer = given; });
    ASSERT_TRUE(waitFor([&] { return answer == 7; }));
    EXPECT_NE(message.find("no such luck"), std::string::npos);
}

TEST(BackgroundQueue, TheEndStopsWhatRunsAndDropsTheRest) {
    std::atomic<int> begun = 0;
    std::atomic<int> ended = 0;
    for (int round = 0; round < 50; ++round) {
        BackgroundQueue queue(Haste::Later, 2);
        for (int i = 0; i < 4; ++i)
            queue.post([&](const std::stop_token& stop) {
                ++begun;
                while (!stop.stop_requested())
                    std::this_thread::yield();
                ++ended;
            });
        if (round % 3 == 0) {
            EXPECT_TRUE(waitFor([&] { return begun > ended; }));
        }
    }
    EXPECT_EQ(begun, ended);
    EXPECT_LE(begun, 100); // two of each four
    EXPECT_GE(begun, 17);
}

} // namespace unlit::ui
