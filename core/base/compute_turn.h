// One computes at a time: what jobs of several sessions take turns with.
#pragma once

#include "core/base/give_way.h"

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

namespace unlit {

/// Turns are given in the order of asking. Whoever has the turn gives it back on its own thread.
/// Any thread.
class ComputeTurn {
public:
    /// `haste`: how threads that compute in turns give way to the rest of the program, where a
    /// window is to stay quick and what somebody looks at is to be read first; none = they do not.
    explicit ComputeTurn(std::optional<Haste> haste = {}) : m_haste(haste) {}

    const std::optional<Haste>& haste() const { return m_haste; }

    /// Waits for the turn. Returns false, without it, when `stop` was requested before it came.
    bool take(const std::stop_token& stop);
    void giveBack();

    /// Of the holder: those that wait now go first. Returns at once, with the turn, where nobody
    /// waits.
    void letOthersGo();

private:
    const std::optional<Haste> m_haste;
    std::mutex m_mutex; ///< guards what follows
    std::condition_variable_any m_changed;
    bool m_isTaken = false;
    std::deque<const void*> m_waiting; ///< in the order of asking
};

/// Has the turn, where it came, until it goes out of scope.
class ComputeTurnHold {
public:
    /// `turn` may be null: then there is nobody to share with.
    ComputeTurnHold(std::shared_ptr<ComputeTurn> turn, const std::stop_token& stop)
        : m_turn(std::move(turn)), m_has(!m_turn || m_turn->take(stop)) {}

    ~ComputeTurnHold() {
        if (m_turn && m_has)
            m_turn->giveBack();
    }

    ComputeTurnHold(const ComputeTurnHold&) = delete;
    ComputeTurnHold& operator=(const ComputeTurnHold&) = delete;

    /// False when it was stopped before its turn came.
    bool hasTurn() const { return m_has; }

private:
    std::shared_ptr<ComputeTurn> m_turn;
    bool m_has;
};

} // namespace unlit
