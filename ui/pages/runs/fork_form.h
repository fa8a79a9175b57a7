// Another run begins at a checkpoint: asks where and what differs, makes it, says how it goes.
#pragma once

#include "ui/pages/runs/checkpoint_form.h"
#include "ui/pages/runs/checkpoint_parts.h"
#include "ui/widgets/settings_line.h"

namespace unlit::ui {

/// GUI thread.
class ForkForm : public CheckpointForm {
    Q_OBJECT

public:
    ForkForm(const CheckpointParts& parts, QWidget* parent);

    /// About the one that is chosen in the table; where it is not one, that is said.
    void askAboutChosen();

    /// What differs from the run, as KEY=VALUE.
    SettingsLine& settings() { return *m_settings; }

signals:
    /// It asks something, and is to be seen.
    void opened();
    /// It has done what it asked about.
    void done();
    /// Work has begun or ended.
    void stateChanged();
    /// There is a new run.
    void runMade(const std::filesystem::path& run);
    /// It is to be gone on with.
    void resumeAsked(const std::filesystem::path& run);

private:
    ForkForm(const CheckpointParts& parts, SettingsLine* settings, QWidget* parent);
    void fork();
    void takeFork(const Fork& fork);
    void takeFailure(const Failure& failure);

    const CheckpointParts& m_parts;
    SettingsLine* m_settings;
    std::string m_checkpoint; ///< that it speaks of
};

} // namespace unlit::ui
