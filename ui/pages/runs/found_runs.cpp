#include "ui/pages/runs/found_runs.h"

#include "ui/kit/text.h"

#include <utility>

namespace unlit::ui {

namespace {

constexpr int kShownPeriodMs = 1500;
constexpr int kHiddenPeriodMs = 20'000;
constexpr int kGatherMs = 100;

} // namespace

FoundRuns::FoundRuns(const RootFolders& roots) : m_roots(roots) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(kGatherMs);
    connect(&roots, &RootFolders::changed, this, &FoundRuns::beginAnew);
    connect(&m_timer, &QTimer::timeout, this, &FoundRuns::tell);
    connect(&m_watcher, &RunWatcher::rowsChanged, this, &FoundRuns::take);
    connect(&m_watcher, &RunWatcher::rowGone, this, [this](const std::filesystem::path& folder) {
        m_gone.push_back(folder);
        tellSoon();
    });
    connect(&m_watcher, &RunWatcher::looked, this, &FoundRuns::takeLook);
}

void FoundRuns::setOnShow(bool isOnShow) {
    m_watcher.setPeriod(isOnShow ? kShownPeriodMs : kHiddenPeriodMs);
}

void FoundRuns::beginAnew() {
    m_gone.clear();
    m_model.clear();
    m_isLooked = m_roots.folders().isEmpty();
    m_problems.clear();
    std::vector<std::filesystem::path> roots;
    for (const QString& root : m_roots.folders())
        roots.push_back(toPath(root));
    m_watcher.setRoots(std::move(roots));
    emit begun();
}

void FoundRuns::take(const std::vector<runs::RunSummary>& rows) {
    m_model.remove(std::exchange(m_gone, {})); // one of them may be back
    m_model.put(rows);
    tellSoon();
}

void FoundRuns::takeLook(const QStringList& problems) {
    const bool isFirst = !std::exchange(m_isLooked, true);
    if (problems != m_problems) {
        m_problems = problems;
        if (!problems.isEmpty())
            emit problemsFound(problems);
    }
    emit looked(isFirst);
    if (m_timer.isActive()) {
        m_timer.stop();
        tell();
    }
}

void FoundRuns::tellSoon() {
    if (!m_timer.isActive())
        m_timer.start();
}

void FoundRuns::tell() {
    m_model.remove(std::exchange(m_gone, {}));
    emit changed();
}

} // namespace unlit::ui
