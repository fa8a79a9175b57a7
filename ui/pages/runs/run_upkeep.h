// What becomes of a run's folder: its labels, the archive, the trash.
#pragma once

#include "ui/pages/runs/runs_parts.h"

namespace unlit::ui {

/// GUI thread. Rows are those of the model.
class RunUpkeep : public QObject {
    Q_OBJECT

public:
    explicit RunUpkeep(const RunsParts& parts);

    /// Out of the way, or back; with a way back. Nothing is moved.
    void archive(int row, bool isArchived);
    /// To the desktop's trash, with a way back; a run that is being written stays.
    void trash(int row);

signals:
    /// The labels of a run are others.
    void changed();

private:
    bool writeLabels(const std::filesystem::path& run, const runs::RunLabels& labels);

    const RunsParts& m_parts;
};

} // namespace unlit::ui
