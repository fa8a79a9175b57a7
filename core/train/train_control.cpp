#include "core/train/train_control.h"

#include "core/base/error.h"
#include "core/config/learning_rate_bounds.h"

#include <cmath>
#include <sstream>
#include <string>
#include <utility>

namespace unlit::train {

void TrainControl::noteStop(AskedBy by) {
    const std::scoped_lock lock(m_mutex);
    m_stoppedBy = by;
}

AskedBy TrainControl::stoppedBy() const {
    const std::scoped_lock lock(m_mutex);
    return m_stoppedBy;
}

void TrainControl::pause(std::optional<AskedBy> by) {
    const std::scoped_lock lock(m_mutex);
    m_isPaused = true;
    m_pausedBy = by.value_or(m_by);
}

void TrainControl::resume(std::optional<AskedBy> by) {
    const std::scoped_lock lock(m_mutex);
    m_isPaused = false;
    m_isUrged = true;
    m_pausedBy = by.value_or(m_by);
    m_changed.notify_all();
}

void TrainControl::saveNow(std::optional<AskedBy> by) {
    const std::scoped_lock lock(m_mutex);
    m_requests.saveNow = true;
    m_isUrged = true;
    m_requests.saveBy = by.value_or(m_by);
    m_changed.notify_all();
}

void TrainControl::validateNow(std::optional<AskedBy> by) {
    const std::scoped_lock lock(m_mutex);
    m_requests.validateNow = true;
    m_requests.validationBy = by.value_or(m_by);
    m_changed.notify_all();
}

void TrainControl::writeHistograms() {
    const std::scoped_lock lock(m_mutex);
    m_wantsHistograms = true;
}

bool TrainControl::takeHistograms() {
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_wantsHistograms, false);
}

void TrainControl::setLearningRate(double rate, std::optional<AskedBy> by) {
    if (!std::isfinite(rate) || rate <= 0 || rate > config::kHighestLearningRate) {
        std::ostringstream words;
        words << "a learning rate of " << rate << " is not allowed";
        throw Error::invalidInput(words.str(), "it is a number above 0, at most 1; 3e-5 is usual");
    }
    const std::scoped_lock lock(m_mutex);
    m_requests.learningRate = rate;
    m_requests.rateBy = by.value_or(m_by);
    m_changed.notify_all();
}

ControlRequests TrainControl::take() {
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_requests, {});
}

bool TrainControl::isPaused() const {
    const std::scoped_lock lock(m_mutex);
    return m_isPaused;
}

AskedBy TrainControl::pausedBy() const {
    const std::scoped_lock lock(m_mutex);
    return m_pausedBy;
}

bool TrainControl::hasRequest() const {
    return m_requests.saveNow || m_requests.validateNow || m_requests.learningRate.has_value();
}

void TrainControl::letOthersGo() {
    if (m_turn)
        m_turn->letOthersGo();
}

void TrainControl::waitWhilePaused(const std::stop_token& stop) {
    if (m_turn)
        m_turn->giveBack();
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, stop, [this] { return !m_isPaused || hasRequest(); });
    }
    if (m_turn)
        m_turn->take({}); // a run that is stopped still has something to save
}

void TrainControl::waitForWord(const std::stop_token& stop, std::chrono::milliseconds span) {
    if (m_turn)
        m_turn->giveBack();
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, stop, span, [this] { return m_isUrged; });
        m_isUrged = false;
    }
    if (m_turn)
        m_turn->take({}); // a run that is stopped still has something to save
}

} // namespace unlit::train
