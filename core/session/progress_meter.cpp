#include "core/session/progress_meter.h"

#include <algorithm>
#include <utility>

namespace unlit {

namespace {

constexpr auto kQuietTime = std::chrono::milliseconds(100);

} // namespace

void ProgressMeter::stage(WorkStage stage) {
    m_progress.stage = std::move(stage);
    m_post(m_progress);
}

void ProgressMeter::advance(double done, double total, const WorkStage& stage,
                            Clock::time_point now) {
    const double fraction = total > 0 ? std::clamp(done / total, 0.0, 1.0) : 0.0;
    m_progress.fraction = std::max(m_progress.fraction, fraction);
    if (!m_started) {
        m_started = true;
        m_start = now;
        m_startFraction = m_progress.fraction;
    }
    const double gained = m_progress.fraction - m_startFraction;
    if (gained > 0) {
        const double elapsed = std::chrono::duration<double>(now - m_start).count();
        m_progress.secondsLeft = elapsed / gained * (1.0 - m_progress.fraction);
    }
    const bool changed = m_progress.stage != stage;
    m_progress.stage = stage;
    if (changed || m_progress.fraction >= 1.0 || now - m_lastPost >= kQuietTime) {
        m_lastPost = now;
        m_post(m_progress);
    }
}

} // namespace unlit
