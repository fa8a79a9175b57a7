// What a user asks of a run while it goes: from any thread to the one that trains.
#pragma once

#include "core/base/compute_turn.h"
#include "core/events/event.h"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

namespace unlit::train {

/// What waits to be done between two micro-batches.
struct ControlRequests {
    bool saveNow = false;
    bool validateNow = false;
    std::optional<double> learningRate;
    AskedBy saveBy = AskedBy::Terminal; ///< who asked last
    AskedBy validationBy = AskedBy::Terminal;
    AskedBy rateBy = AskedBy::Terminal;
};

/// Verbs return at once and may be called from any thread; the training thread takes them. `by`:
/// who asks, where that is somebody else than who speaks otherwise.
class TrainControl {
public:
    /// `turn`: what the training thread has while it computes, and shares with the other sessions
    /// of the program; null = there are no others.
    /// `by`: who speaks through this control otherwise.
    explicit TrainControl(std::shared_ptr<ComputeTurn> turn = nullptr,
                          AskedBy by = AskedBy::Terminal)
        : m_turn(std::move(turn)), m_by(by), m_stoppedBy(by) {}

    AskedBy by() const { return m_by; }

    /// Who is about to stop the run, where that is somebody else.
    void noteStop(AskedBy by);
    AskedBy stoppedBy() const;

    void pause(std::optional<AskedBy> by = {});
    void resume(std::optional<AskedBy> by = {});
    void saveNow(std::optional<AskedBy> by = {});
    void validateNow(std::optional<AskedBy> by = {});
    /// Of weights and gradients, at the end of the step under way.
    void writeHistograms();
    /// In place of the config's rate; the schedule goes on multiplying it. Throws
    /// Error::invalidInput unless it is above 0 and at most config::kHighestLearningRate.
    void setLearningRate(double rate, std::optional<AskedBy> by = {});

    /// The training thread: what was asked for since the last call.
    ControlRequests take();
    bool takeHistograms();

    bool isPaused() const;
    /// Who has paused the run, or let it go on, last.
    AskedBy pausedBy() const;

    /// The training thread, between two micro-batches or two pictures of a validation: jobs of
    /// other sessions that wait go first.
    void letOthersGo();

    /// The training thread: returns when a request came, the pause ended, or `stop` was requested.
    /// Others have the turn meanwhile.
    void waitWhilePaused(const std::stop_token& stop);

    /// The training thread, while something keeps it from going on that nobody has asked for:
    /// returns after `span`, at once when somebody lets the run go on or asks it to save, and when
    /// `stop` is requested. Others have the turn meanwhile.
    void waitForWord(const std::stop_token& stop, std::chrono::milliseconds span);

private:
    bool hasRequest() const;

    std::shared_ptr<ComputeTurn> m_turn;
    const AskedBy m_by;
    mutable std::mutex m_mutex; ///< guards everything below
    std::condition_variable_any m_changed;
    ControlRequests m_requests;
    bool m_isPaused = false;
    bool m_wantsHistograms = false;
    bool m_isUrged = false; ///< to try again
    AskedBy m_pausedBy = m_by;
    AskedBy m_stoppedBy;
};

} // namespace unlit::train
