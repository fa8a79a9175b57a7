// What the chosen checkpoints make of one picture.
#pragma once

#include "ui/pages/compare/model_comparison.h"
#include "ui/pages/runs/checkpoint_table.h"

#include <QPushButton>

namespace unlit::ui {

/// GUI thread.
class CheckpointComparison : public QWidget {
    Q_OBJECT

public:
    /// `table` must outlive it.
    CheckpointComparison(InferenceController::MakeService makeService, CheckpointTable& table,
                         QWidget* parent);

    /// Says what it is for, and runs where there is a picture.
    void open();
    void setPicture(const std::filesystem::path& picture);

    bool isBusy() const { return m_comparison->isBusy(); }

    ModelComparison& comparison() { return *m_comparison; }

signals:
    void closeAsked();

private:
    QLayout* makeBar();
    void choosePicture();
    void run();
    void refresh();

    CheckpointTable& m_table;
    std::filesystem::path m_picture;
    ModelComparison* m_comparison;
    QPushButton* m_choose;
    QPushButton* m_run;
};

} // namespace unlit::ui
