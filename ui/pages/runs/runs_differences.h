// Where the settings of two runs differ.
#pragma once

#include "ui/widgets/differences_table.h"
#include "ui/widgets/notice_card.h"

#include <QComboBox>

#include <filesystem>
#include <vector>

namespace unlit::ui {

/// GUI thread.
class RunsDifferences : public QWidget {
    Q_OBJECT

public:
    struct Run {
        std::filesystem::path folder;
        QString name;
        bool operator==(const Run&) const = default;
    };

    explicit RunsDifferences(QWidget* parent = nullptr);

    /// All that can be chosen; the first two of `preferred` are compared unless the user chose.
    void setRuns(const std::vector<Run>& all, const std::vector<std::filesystem::path>& preferred);

    const QAbstractItemModel& table() const { return m_table->table(); }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void compare();
    void showNotice(const QString& title, const QString& text, bool isBad);

    std::vector<Run> m_runs;
    QComboBox* m_first;
    QComboBox* m_second;
    DifferencesTable* m_table;
    NoticeCard* m_notice;
};

} // namespace unlit::ui
