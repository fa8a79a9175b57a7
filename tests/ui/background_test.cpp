// Work away from the GUI thread: the newest question wins, whatever the others do.
#include "ui/bridge/background.h"

#include "tests/support/wait_for.h"

#include <QThread>

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

namespace unlit::ui {

namespace {

using test::waitFor;

void waitUntilStopped(const std::stop_token& stop) {
    while (!stop.stop_requested())
        std::this_thread::yield();
}

} // namespace

TEST(Background, AnswersComeToTheGuiThread) {
    int answer = 0;
    QThread* heard = nullptr;
    std::atomic<QThread*> worked = nullptr;
    Background<int> background;
    background.ask(
        [&](const std::stop_token&) {
            worked = QThread::currentThread();
            return 7;
        },
        [&](int& given) {
            answer = given;
            heard = QThread::currentThread();
        });
    EXPECT_TRUE(background.isBusy());
    ASSERT_TRUE(waitFor([&] { return answer == 7; }));
    EXPECT_FALSE(background.isBusy());
    EXPECT_EQ(heard, QThread::currentThread());
    EXPECT_NE(worked.load(), QThread::currentThread());
}

TEST(Background, TheNewestQuestionAloneIsAnswered) {
    std::vector<int> answers;
    std::atomic<bool> hasBegun = false;
    Background<int> background;
    background.ask(
        [&](const std::stop_token& stop) {
            hasBegun = true;
            waitUntilStopped(stop);
            return 1;
        },
        [&](int& given) { answers.push_back(given); });
    ASSERT_TRUE(waitFor([&] { return hasBegun.load(); }));
    background.ask([](const std::stop_token&) { return 2; },
                   [&](int& given) { answers.push_back(given); });
    ASSERT_TRUE(waitFor([&] { return !answers.empty(); }));
    QTest::qWait(50);
    EXPECT_EQ(answers, std::vector<int>{2});
}

TEST(Background, ErrorsAreValues) {
    std::string message;
    Background<int> background;
    background.ask([](const std::stop_token&) -> int { throw std::runtime_error("no such luck"); },
                   [](int&) { ADD_FAILURE() << "there is no answer"; },
                   [&](const Failure& failure) { message = failure.message; });
    ASSERT_TRUE(waitFor([&] { return !message.empty(); }));
    EXPECT_NE(message.find("no such luck"), std::string::npos);
    EXPECT_FALSE(background.isBusy());
}

TEST(Background, WhatIsOnTheWayIsSaidInOrderUnlessItIsForgotten) {
    std::vector<int> said;
    Background<int> background;
    background.ask(
        [&](const std::stop_token& stop) {
            for (int i = 1; i <= 3; ++i)
                background.tell(stop, [&said, i] { said.push_back(i); });
            return 4;
        },
        [&](int& given) { said.push_back(given); });
    ASSERT_TRUE(waitFor([&] { return said.size() == 4; }));
    EXPECT_EQ(said, (std::vector<int>{1, 2, 3, 4}));
    background.ask([](const std::stop_token&) { return 5; },
                   [&](int& given) { said.push_back(given); });
    background.forget();
    EXPECT_FALSE(background.isBusy());
    QTest::qWait(50);
    EXPECT_EQ(said.size(), 4U);
}

TEST(Background, ACancelledOneStillSaysHowItHasEnded) {
    std::vector<int> answers;
    std::atomic<bool> hasBegun = false;
    Background<int> background;
    background.ask(
        [&](const std::stop_token& stop) {
            hasBegun = true;
            waitUntilStopped(stop);
            return 1;
        },
        [&](int& given) { answers.push_back(given); });
    ASSERT_TRUE(waitFor([&] { return hasBegun.load(); }));
    background.cancel();
    EXPECT_TRUE(background.isBusy());
    ASSERT_TRUE(waitFor([&] { return !background.isBusy(); }));
    background.ask([](const std::stop_token& stop) { return stop.stop_requested() ? 3 : 2; },
                   [&](int& given) { answers.push_back(given); });
    ASSERT_TRUE(waitFor([&] { return !background.isBusy(); }));
    EXPECT_EQ(answers, (std::vector<int>{1, 2}));
}

TEST(Background, TheEndStopsWhatRunsAndWaitsForIt) {
    std::atomic<int> begun = 0;
    std::atomic<int> ended = 0;
    for (int round = 0; round < 50; ++round) {
        Background<int> background(round % 2 == 0 ? Haste::Soon : Haste::Later);
        background.ask(
            [&](const std::stop_token& stop) {
                ++begun;
                waitUntilStopped(stop);
                ++ended;
                return 0;
            },
            [](int&) { ADD_FAILURE() << "nobody is there"; });
        if (round % 3 == 0) {
            EXPECT_TRUE(waitFor([&] { return begun > ended; }));
        }
    }
    EXPECT_EQ(begun, ended);
    EXPECT_GE(begun, 17);
}

} // namespace unlit::ui
