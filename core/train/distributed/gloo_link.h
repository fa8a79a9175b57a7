// What LibTorch's Gloo needs of this program: a meeting, connections, and waiting that knows when
// one of the others hangs. Only for sources that are compiled with c10d.
#pragma once

#include "core/base/error.h"
#include "core/train/distributed/peers.h"
#include "core/train/distributed/pulse.h"

#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>

#include <chrono>
#include <exception>
#include <new>
#include <optional>
#include <string>

namespace unlit::train {

/// Of LibTorch's message the first line: what follows is where in its sources it came from.
std::string firstLineOf(const std::exception& problem);

/// Thread: one at a time.
class GlooLink {
public:
    using Group = c10d::ProcessGroupGloo;
    using Work = c10::intrusive_ptr<c10d::Work>;

    /// Throws as Peers::meet.
    GlooLink(const Rendezvous& meeting, std::chrono::seconds patience, HangLimits limits);
    ~GlooLink();
    GlooLink(const GlooLink&) = delete;
    GlooLink& operator=(const GlooLink&) = delete;

    Pulse& pulse() { return *m_pulse; }

    /// Two groups of connections: what processes tell each other passes by numbers that travel.
    /// Within each, all begin the same things in the same order.
    Group& numbers() { return *m_numbers; }

    Group& words() { return *m_words; }

    /// Begins what `begin` makes of the group. Each work is to be waited for with await(). Throws
    /// Error (Io) when one of the others is gone.
    template <class Begin>
    Work begin(Group& group, const Begin& begin) {
        m_pulse->arrive();
        try {
            Work work = begin(group);
            ++m_underWay;
            return work;
        } catch (const std::bad_alloc&) {
            throw;
        } catch (const std::exception& problem) {
            throw lost(problem);
        }
    }

    /// Throws Error (Io) once one of the others hangs, or is gone.
    void await(const Work& work);

    template <class Begin>
    void settle(Group& group, const Begin& toBegin) {
        await(begin(group, toBegin));
    }

private:
    c10::intrusive_ptr<Group> connected(const Rendezvous& meeting, const char* name);
    bool isOver(const Work& work);
    Error lost(const std::exception& problem) const;

    std::string m_who;
    c10::intrusive_ptr<c10d::Store> m_store;
    c10::intrusive_ptr<Group> m_numbers, m_words;
    std::optional<Pulse> m_pulse;
    int m_underWay = 0;    ///< works that were not waited for
    bool m_isLost = false; ///< one of the others hangs
};

} // namespace unlit::train
