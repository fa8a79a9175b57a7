#include "ui/train/shown_run.h"

#include "core/runs/run_pace.h"
#include "ui/kit/text.h"

#include <algorithm>

namespace unlit::ui {

ShownRun::ShownRun(const TrainController& own, const TrainPlots& plots)
    : m_own(own), m_plots(plots) {
    connect(&m_watcher, &RunWatcher::rowsChanged, this, &ShownRun::takeSummary);
    connect(&m_watcher, &RunWatcher::rowGone, this, [this] {
        m_summary.reset();
        m_isGone = true;
        emit changed();
    });
    connect(&m_watcher, &RunWatcher::looked, this, [this] {
        emit looked();
        if (isAlive()) // a run that nobody trains has nothing to say
            m_steering.look();
    });
    connect(&m_steering, &RunSteering::changed, this, &ShownRun::changed);
}

void ShownRun::set(const std::filesystem::path& folder) {
    m_folder = folder.empty() ? folder : std::filesystem::absolute(folder).lexically_normal();
    if (!m_folder.empty() && !m_folder.has_filename()) // "run/"
        m_folder = m_folder.parent_path();
    m_summary.reset();
    m_isGone = false;
    m_steering.setRun(m_folder);
    m_watcher.setRoots(m_folder.empty() ? std::vector<std::filesystem::path>()
                                        : std::vector{m_folder});
}

QString ShownRun::name() const {
    return toQString(m_folder.filename());
}

bool ShownRun::isOwn() const {
    if (!m_own.isTraining())
        return false;
    return m_own.folder() == m_folder ||
           (m_own.folder().empty() && m_own.phase() == TrainPhase::Starting);
}

bool ShownRun::isLive() const {
    return isOwn() ? m_own.phase() == TrainPhase::Running
                   : m_summary && m_summary->status == runs::RunStatus::Running;
}

bool ShownRun::isAlive() const {
    return m_summary && (m_summary->status == runs::RunStatus::Running ||
                         m_summary->status == runs::RunStatus::Paused);
}

std::optional<double> ShownRun::secondsLeft() const {
    if (isOwn())
        return isLive() ? m_own.progress().secondsLeft : std::nullopt;
    if (const auto& answer = m_steering.answer(); answer && isLive() && answer->secondsLeft)
        return answer->secondsLeft;
    const runs::RunSeries* known = series();
    if (known == nullptr || !m_summary || !isLive())
        return {};
    const std::int64_t left = m_summary->maxStep - known->stepAt(known->rowCount() - 1);
    const auto pace = runs::secondsPerStep(*known);
    return pace && left > 0 ? std::optional(*pace * static_cast<double>(left)) : std::nullopt;
}

const runs::RunSeries* ShownRun::series() const {
    const FollowedRun* run = m_plots.followed();
    return run == nullptr || run->series->rowCount() == 0 ? nullptr : run->series.get();
}

std::filesystem::path ShownRun::latest() const {
    std::error_code unknown;
    const std::filesystem::path folder = m_folder / "checkpoint" / "latest";
    const bool isThere = !m_folder.empty() && std::filesystem::is_directory(folder, unknown);
    return isThere ? folder : std::filesystem::path();
}

void ShownRun::takeSummary(const std::vector<runs::RunSummary>& rows) {
    const auto found = std::ranges::find(rows, m_folder, &runs::RunSummary::folder);
    if (found == rows.end())
        return;
    const bool wasAlive = isAlive();
    m_summary = *found;
    m_isGone = false;
    emit summaryRead(wasAlive);
    emit changed();
}

} // namespace unlit::ui
