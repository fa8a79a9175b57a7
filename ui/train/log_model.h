// The lines of a log as a list, and what of them is wanted.
#pragma once

#include "core/runs/log_entry.h"
#include "ui/widgets/row_filter.h"

#include <QAbstractListModel>

#include <deque>
#include <vector>

namespace unlit::ui {

/// GUI thread.
class LogModel : public QAbstractListModel {
    Q_OBJECT

public:
    /// The oldest go beyond it.
    static constexpr int kMostLines = 60'000;

    explicit LogModel(QObject* parent = nullptr) : QAbstractListModel(parent) {}

    int rowCount(const QModelIndex& parent = {}) const override;
    /// The display role is the whole line, as it is copied.
    QVariant data(const QModelIndex& index, int role) const override;

    const runs::LogEntry& at(int row) const { return m_lines[static_cast<std::size_t>(row)]; }

    void append(const std::vector<runs::LogEntry>& lines);
    void clear();

private:
    std::deque<runs::LogEntry> m_lines;
};

enum class LogLevelFilter { All, WithoutSteps, Warnings, Errors };

/// Warnings: and errors.
class LogFilter : public RowFilter {
    Q_OBJECT

public:
    explicit LogFilter(LogModel& model, QObject* parent = nullptr);

    void setLevel(LogLevelFilter level);
    /// Lines that contain it, whatever the case; empty = all.
    void setWords(const QString& words);

    const runs::LogEntry& entryAt(const QModelIndex& index) const {
        return m_model.at(mapToSource(index).row());
    }

    const QString& words() const { return m_words; }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    const LogModel& m_model;
    LogLevelFilter m_level = LogLevelFilter::All;
    QString m_words;
};

/// "10:00:00" of the machine's time zone; "" for a line without time.
QString localTimeText(const runs::LogEntry& line);

} // namespace unlit::ui
