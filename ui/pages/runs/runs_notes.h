// What a run is: its facts, what is to say about it, and what a person wrote.
#pragma once

#include "core/runs/run_summary.h"
#include "ui/pages/runs/checkpoint_ask.h"
#include "ui/pages/runs/run_changes.h"
#include "ui/widgets/message_bar.h"

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTimer>
#include <QWidget>

namespace unlit::ui {

/// Notes are saved a second after the last key, and when another run is chosen. GUI thread.
class RunsNotes : public QWidget {
    Q_OBJECT

public:
    explicit RunsNotes(QWidget* parent = nullptr);
    ~RunsNotes() override;

    /// nullptr = none. The same run again leaves the words that are being typed.
    void setRun(const runs::RunSummary* run);
    /// Writes what is not written yet.
    void save();

    QPlainTextEdit& editor() { return *m_editor; }

    QLineEdit& tags() { return *m_tags; }

    QLineEdit& group() { return *m_group; }

    const RunChanges& changes() const { return *m_changes; }

signals:
    /// The ways on from a run that went wrong.
    void checkpointsAsked(unlit::ui::CheckpointAsk ask);
    /// What stands in the fields is to be kept; archived or not stays as it is.
    void labelsEdited(const std::filesystem::path& run, const unlit::runs::RunLabels& labels);

private:
    QWidget* makeWaysOn();
    QWidget* makeLabelFields();
    QPushButton* makeStepButton();
    void showLabels();
    void editLabels();
    void load();

    std::filesystem::path m_folder;
    bool m_isChanged = false;
    QTimer m_timer;
    QLabel* m_title;
    QLabel* m_status;
    QWidget* m_waysOn; ///< shown for a run that went wrong
    QLabel* m_facts;
    QLabel* m_path;
    RunChanges* m_changes;
    QLineEdit* m_tags;
    QLineEdit* m_group;
    QPushButton* m_atStep; ///< begins a note with the run's step
    runs::RunLabels m_labels;
    std::int64_t m_step = 0;
    MessageBar* m_message;
    QPlainTextEdit* m_editor;
};

} // namespace unlit::ui
