#include "core/infer/run_progress.h"

#include <algorithm>
#include <utility>

namespace unlit::infer {

RunProgress::RunProgress(ProgressCallback callback, std::stop_token stop, double total)
    : m_callback(std::move(callback)), m_stop(std::move(stop)), m_total(total) {}

void RunProgress::advance(double weight, WorkStage stage) {
    m_done = std::min(m_total, m_done + m_factor * weight);
    if (m_callback)
        m_callback({.done = m_done, .total = m_total, .stage = std::move(stage)});
}

} // namespace unlit::infer
