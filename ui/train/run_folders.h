// The folders of runs: another one to look at, those of before, and the one on show for other
// programs.
#pragma once

#include "ui/train/train_parts.h"

#include <QObject>
#include <QStringList>

#include <filesystem>

namespace unlit::ui {

/// GUI thread.
class RunFolders : public QObject {
    Q_OBJECT

public:
    explicit RunFolders(const TrainParts& parts) : m_parts(parts) {}

    /// Those that were on show, the latest first.
    const QStringList& recent() const { return m_recent; }

    void setRecent(const QStringList& folders) { m_recent = folders; }

    void remember(const std::filesystem::path& run);

    /// Asks for another one.
    void browse();
    /// In the file manager.
    void openShown() const;
    /// The command line that resumes the run on show.
    void copyCommand();

signals:
    void chosen(const std::filesystem::path& run);

private:
    TrainParts m_parts;
    QStringList m_recent;
};

} // namespace unlit::ui
