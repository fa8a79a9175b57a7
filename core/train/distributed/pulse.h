// Signs of life of the processes of a training: how one that waits for others learns which of them
// hangs, where no connection breaks that would tell it. Plain values, without torch.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace unlit::train {

/// Where all processes put a line of their own and see those of others. May block and throw.
struct SignBoard {
    std::function<void(int rank, const std::string& sign)> put;
    std::function<std::string(int rank)> at; ///< what is there already
};

struct HangLimits {
    /// Without any sign of life: a process that was stopped, a machine that is gone.
    std::chrono::milliseconds silence{60'000};
    /// Alive, but others wait for it and it does not get on; 0 = never.
    std::chrono::milliseconds standstill{0};
};

/// Of one process. A thread of its own puts up its sign and looks at those of others: the first
/// process at all, the others at the first one's, so that one speaks. Times are counted in looks of
/// the one who waits: a machine that slept has not waited.
/// Threads: any; look() belongs to one.
class Pulse {
public:
    Pulse(SignBoard board, int rank, int size, HangLimits limits);
    ~Pulse();

    Pulse(const Pulse&) = delete;
    Pulse& operator=(const Pulse&) = delete;

    /// This process begins something that all of them do together.
    void arrive() { ++m_shared->arrived; }

    /// It gets on with what the others wait for.
    void getOn() { ++m_shared->progress; }

    /// It waits for a person: that is no standstill.
    void rest(bool rests) { m_shared->rests = rests; }

    /// This process was told to end: the first one learns it, whatever it waits for.
    void askToEnd();

    /// `call`, on the pulse's thread, once one of those that are watched has asked to end; empty:
    /// nobody is called any more, and none is under way when this returns.
    void whenAskedToEnd(std::function<void()> call);

    /// Silence is not borne longer than that, either.
    void setStandstill(std::chrono::milliseconds limit);

    /// How long one that waits should wait between two looks.
    std::chrono::milliseconds betweenLooks() const { return m_shared->pause.load(); }

    /// A look while this process waits for the others; `isFirst` of a wait. What is to be said once
    /// one of them hangs, "process 1 of 4 has given no sign of life for 60 s".
    std::optional<std::string> look(bool isFirst);

    /// The board may never answer again: the thread is left to itself.
    void abandon();

private:
    struct Sign {
        std::uint64_t beat = 0;     ///< of its thread
        std::uint64_t arrived = 0;  ///< things begun that all do together
        std::uint64_t progress = 0; ///< within them, or before the next
        bool asksToEnd = false;

        bool standsLike(const Sign& other) const {
            return arrived == other.arrived && progress == other.progress;
        }
    };

    struct Seen {
        Sign sign;
        std::int64_t quietLooks = 0; ///< since anything changed
        std::int64_t stillLooks = 0; ///< since it got on
    };

    /// What the thread needs: it may outlive this.
    struct Shared {
        SignBoard board;
        int rank = 0;
        std::vector<int> watched;
        std::atomic<std::chrono::milliseconds> pause;
        std::atomic<std::uint64_t> arrived = 0;
        std::atomic<std::uint64_t> progress = 0;
        std::atomic<bool> rests = false;
        std::atomic<bool> asksToEnd = false;

        std::mutex mutex;
        std::condition_variable changed;
        std::vector<Sign> signs; ///< the last that were seen, of `watched`
        bool isOver = false;

        std::mutex callMutex; ///< held while it is called
        std::function<void()> onAskedToEnd;
    };

    static void beat(Shared& shared);
    static void passOn(Shared& shared, const std::vector<Sign>& signs);
    static std::string textOf(const Sign& sign);
    static Sign signOf(const std::string& text);

    std::shared_ptr<Shared> m_shared;
    int m_size;
    std::atomic<std::chrono::milliseconds> m_silence;
    std::atomic<std::chrono::milliseconds> m_standstill;
    std::vector<Seen> m_seen; ///< of those that are watched
    std::thread m_thread;
};

} // namespace unlit::train
