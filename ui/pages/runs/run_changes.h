// What was changed in a run on its way, as its events tell it.
#pragma once

#include "core/runs/run_event.h"
#include "core/runs/run_summary.h"
#include "ui/bridge/background.h"

#include <QLabel>
#include <QWidget>

#include <filesystem>
#include <optional>
#include <vector>

namespace unlit::ui {

/// Settings that a resume has changed, rates that were set by hand, checkpoints that were gone back
/// to: the newest ones. Takes no room where there are none. GUI thread.
class RunChanges : public QWidget {
    Q_OBJECT

public:
    explicit RunChanges(QWidget* parent = nullptr);

    /// nullptr = none. The same run again reads anew where something has come.
    void setRun(const runs::RunSummary* run);

    /// A line each; "" = none.
    QString text() const { return m_lines->text(); }

private:
    void show(const std::vector<runs::RunEvent>& changes);

    std::filesystem::path m_folder;
    std::optional<runs::RunSummary> m_read; ///< as the run was when it was read
    QLabel* m_lines;
    Background<std::vector<runs::RunEvent>> m_reader; // last: joined while the rest is there
};

} // namespace unlit::ui
