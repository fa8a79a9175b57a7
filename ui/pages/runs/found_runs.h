// The runs below the folders that are looked through, as they come, grow and go.
#pragma once

#include "ui/bridge/run_watcher.h"
#include "ui/models/runs_model.h"
#include "ui/widgets/root_folders.h"

#include <QTimer>

namespace unlit::ui {

/// GUI thread. Begins anew whenever the folders are others.
class FoundRuns : public QObject {
    Q_OBJECT

public:
    /// `roots` must outlive it.
    explicit FoundRuns(const RootFolders& roots);

    RunsModel& model() { return m_model; }

    const RunsModel& model() const { return m_model; }

    /// The folders have been looked through at least once.
    bool isLooked() const { return m_isLooked; }

    /// Looks often while somebody sees what is found.
    void setOnShow(bool isOnShow);
    void beginAnew();

    void lookNow() { m_watcher.lookNow(); }

    /// Looks now, and reads this run anew: its files have changed, or its row was taken out.
    void lookAgainAt(const std::filesystem::path& run) { m_watcher.lookAgainAt(run); }

signals:
    void begun();
    /// Rows of the model are others, however many at once; never while views look at them.
    void changed();
    /// After each look. `isFirst`: the first one of these folders.
    void looked(bool isFirst);
    /// Other folders than at the last look cannot be looked through; a thought each.
    void problemsFound(const QStringList& problems);

private:
    void take(const std::vector<runs::RunSummary>& rows);
    void takeLook(const QStringList& problems);
    void tellSoon();
    void tell();

    const RootFolders& m_roots;
    RunsModel m_model;
    RunWatcher m_watcher;
    QStringList m_problems;                    // of the last look
    bool m_isLooked = true;                    // there is nothing to look for yet
    QTimer m_timer;                            // many rows change, the views look at them once
    std::vector<std::filesystem::path> m_gone; // rows that go with the next look of the views
};

} // namespace unlit::ui
