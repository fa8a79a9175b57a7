// What a run says, line by line: filtered, searched, followed, copied.
#pragma once

#include "core/events/event.h"
#include "ui/train/log_follower.h"
#include "ui/train/log_model.h"
#include "ui/widgets/segmented_control.h"

#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QWidget>

namespace unlit::ui {

/// GUI thread. Scrolled to its end it stays there while lines come; scrolled up it stands still.
class LogConsole : public QWidget {
    Q_OBJECT

public:
    explicit LogConsole(QWidget* parent = nullptr);

    /// Shows the log of this run from now on; empty = none. Lines that were put in with add() since
    /// the last clear() stay above it.
    void setRun(const std::filesystem::path& folder);
    void clear();
    /// A line that stands in no file.
    void add(runs::LogEntry::Level level, const QString& text);

    void setLevel(LogLevelFilter level);
    void focusSearch();
    /// What is selected, or else everything that is on show.
    void copy();

    bool isFollowing() const { return m_follow->isChecked(); }

    const LogFilter& lines() const { return m_filter; }

    QListView& list() { return *m_list; }

private:
    QWidget* makeBar();
    void setFollowing(bool follows);

    LogModel m_model;
    LogFilter m_filter{m_model};
    std::vector<runs::LogEntry> m_own; // in no file
    QListView* m_list;
    SegmentedControl* m_levels;
    QLineEdit* m_search;
    QPushButton* m_follow;
    LogFollower m_follower; // last: it ends first
};

} // namespace unlit::ui
