// Where models come from: words to read, commands to copy, and a button where a program can run
// them.
#pragma once

#include "ui/bridge/model_fetcher.h"

#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QWidget>

#include <optional>
#include <vector>

class QGridLayout;

namespace unlit::ui {

/// GUI thread. Looks for the programs each time that it is shown.
class ModelsGuide : public QWidget {
    Q_OBJECT

public:
    explicit ModelsGuide(QWidget* parent = nullptr);

    bool isBusy() const { return m_fetcher.isBusy(); }

signals:
    /// A model has come, into this folder; empty = into one of the usual places.
    void fetched(const std::filesystem::path& folder);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Row {
        QString repository;
        QLineEdit* command;
        QPushButton* copy;
        QPushButton* fetch;
    };

    void addRow(QGridLayout& grid, const QString& repository, const QString& what);
    void connectFetcher();
    void findTool();
    void fetch(const QString& repository);
    void showEnd(const QString& text, const char* role);
    void updateButtons();

    ModelFetcher m_fetcher;
    std::optional<FetchTool> m_tool;
    std::vector<Row> m_rows;
    QProgressBar* m_progress;
    QLabel* m_said;
    QPushButton* m_cancel;
};

} // namespace unlit::ui
