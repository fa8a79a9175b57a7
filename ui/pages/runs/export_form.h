// A checkpoint, or the mean of several, becomes a model folder: asks where, writes, says how it
// goes.
#pragma once

#include "ui/pages/runs/checkpoint_form.h"
#include "ui/pages/runs/checkpoint_parts.h"

#include <QComboBox>

namespace unlit::ui {

/// GUI thread.
class ExportForm : public CheckpointForm {
    Q_OBJECT

public:
    ExportForm(const CheckpointParts& parts, QWidget* parent);

    /// About what is chosen in the table; nothing happens where that is nothing.
    void askAboutChosen();

signals:
    /// It asks something, and is to be seen.
    void opened();
    /// It has done what it asked about.
    void done();
    /// Work has begun or ended.
    void stateChanged();
    /// Infer is to use this model folder.
    void useAsked(const QString& folder);

private:
    ExportForm(const CheckpointParts& parts, QComboBox* type, QWidget* parent);
    void write();
    void takeWritten(const std::filesystem::path& folder);

    const CheckpointParts& m_parts;
    QComboBox* m_type;
    ExportRequest m_request; ///< as it was asked about, less place and type
};

} // namespace unlit::ui
