// Who is said to hang. Time is counted in looks, so the test decides how much of it passes.
#include "core/train/distributed/pulse.h"

#include <gtest/gtest.h>

#include <map>

using unlit::train::HangLimits;
using unlit::train::Pulse;
using unlit::train::SignBoard;

namespace {

/// In memory, as many may use it as like.
class Board {
public:
    void put(int rank, const std::string& sign) {
        const std::scoped_lock lock(m_mutex);
        m_signs[rank] = sign;
    }

    std::string at(int rank) {
        const std::scoped_lock lock(m_mutex);
        ++m_reads;
        return m_signs[rank];
    }

    SignBoard forPulse() {
        return {.put = [this](int rank, const std::string& sign) { put(rank, sign); },
                .at = [this](int rank) { return at(rank); }};
    }

    /// Until everything that stands here now has been seen by those who look.
    void waitForReads() {
        const auto reads = [this] {
            const std::scoped_lock lock(m_mutex);
            return m_reads;
        };
        for (const int before = reads(); reads() < before + 4;)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

private:
    std::mutex m_mutex;
    std::map<int, std::string> m_signs;
    int m_reads = 0;
};

/// 20 looks of 10 ms.
constexpr HangLimits kSilenceOnly{.silence = std::chrono::milliseconds(200)};
constexpr HangLimits kBoth{.silence = std::chrono::hours(1), .standstill = std::chrono::hours(2)};

/// What is said in so many looks, the first of which begins the wait.
std::string saidIn(Pulse& pulse, int looks) {
    for (int i = 0; i < looks; ++i)
        if (const auto said = pulse.look(i == 0))
            return *said;
    return {};
}

} // namespace

TEST(Pulse, one_without_a_sign_of_life_is_named) {
    Board board;
    board.put(1, "7 0 0");
    Pulse first(board.forPulse(), 0, 2, kSilenceOnly);
    board.waitForReads();
    EXPECT_EQ(saidIn(first, 20), "");
    EXPECT_EQ(saidIn(first, 21), "process 1 of 2 has given no sign of life for 0.2 s");
}

TEST(Pulse, a_sign_begins_the_silence_anew) {
    Board board;
    board.put(1, "7 0 0");
    Pulse first(board.forPulse(), 0, 2, kSilenceOnly);
    board.waitForReads();
    EXPECT_EQ(saidIn(first, 15), "");
    board.put(1, "8 0 0");
    board.waitForReads();
    for (int i = 0; i < 20; ++i)
        EXPECT_EQ(first.look(false), std::nullopt) << i;
    EXPECT_NE(first.look(false), std::nullopt);
}

TEST(Pulse, the_others_look_at_the_first_one_alone) {
    Board board;
    board.put(0, "1 0 0");
    board.put(2, "1 0 0");
    Pulse second(board.forPulse(), 1, 3, kSilenceOnly);
    board.waitForReads();
    EXPECT_EQ(saidIn(second, 100), "process 0 of 3 has given no sign of life for 0.2 s");
}

TEST(Pulse, one_that_lives_but_does_not_come_is_named_after_the_standstill) {
    Board board;
    Pulse first(
        board.forPulse(), 0, 2,
        {.silence = std::chrono::milliseconds(200), .standstill = std::chrono::milliseconds(400)});
    first.arrive();
    std::string said;
    int looks = 0;
    for (; said.empty() && looks < 100; ++looks) {
        board.put(1, std::to_string(looks + 1) + " 0 3");
        board.waitForReads();
        said = first.look(looks == 0).value_or("");
    }
    EXPECT_EQ(said, "process 1 of 2 is alive but has not got on for 0.4 s, while the others wait "
                    "for it");
    EXPECT_EQ(looks, 1 + 40) << "one look begins the wait";
}

TEST(Pulse, one_that_has_come_or_gets_on_does_not_stand_still) {
    Board board;
    Pulse first(
        board.forPulse(), 0, 3,
        {.silence = std::chrono::milliseconds(200), .standstill = std::chrono::milliseconds(400)});
    first.arrive();
    for (int look = 0; look < 100; ++look) {
        const std::string beat = std::to_string(look + 1);
        board.put(1, beat + " 1 0");       // waits as well
        board.put(2, beat + " 0 " + beat); // is at work
        board.waitForReads();
        ASSERT_EQ(first.look(look == 0), std::nullopt) << look;
    }
}

TEST(Pulse, one_that_waits_for_a_person_gets_on) {
    Board board;
    Pulse second(board.forPulse(), 1, 2, kBoth);
    second.setStandstill(std::chrono::milliseconds(20));
    second.rest(true);
    const auto progress = [&board] { return board.at(1).substr(board.at(1).rfind(' ') + 1); };
    const std::string before = progress();
    for (int i = 0; i < 2000 && progress() == before; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_NE(progress(), before);
}

TEST(Pulse, one_that_was_told_to_end_says_so_and_the_first_one_is_called_once) {
    Board board;
    Pulse first(board.forPulse(), 0, 2, kBoth);
    first.setStandstill(std::chrono::milliseconds(20));
    std::atomic<int> calls = 0;
    first.whenAskedToEnd([&calls] { ++calls; });
    board.put(1, "3 0 0");
    board.waitForReads();
    EXPECT_EQ(calls, 0);
    Pulse second(board.forPulse(), 1, 2, kBoth);
    second.setStandstill(std::chrono::milliseconds(20));
    second.askToEnd();
    for (int i = 0; i < 2000 && calls == 0; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    board.waitForReads();
    EXPECT_EQ(calls, 1);
}

TEST(Pulse, a_board_that_fails_ends_its_thread_and_nothing_else) {
    const SignBoard gone{.put = [](int, const std::string&) { throw std::runtime_error("gone"); },
                         .at = [](int) { return std::string(); }};
    Pulse pulse(gone, 0, 2, kSilenceOnly);
    pulse.arrive();
    pulse.getOn();
}
