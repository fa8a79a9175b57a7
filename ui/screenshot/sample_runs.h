// Training runs for pictures of the Runs page: their folders are written as real ones are.
#pragma once

#include "ui/main_window.h"

#include <QTemporaryDir>

namespace unlit::ui {

/// GUI thread. Writes its folders when they are first asked for.
class SampleRuns {
public:
    enum Kind { Complete, WithEma, Stopped, Failed };

    /// The folder of one of them.
    std::filesystem::path folderOf(Kind kind);

    /// Looks through `roots`, or through the sample runs where there are none, and checks the first
    /// few.
    void fill(MainWindow& window, const QStringList& roots);
    /// After fill(): chooses a run that cannot be read.
    void showFailure(MainWindow& window);
    /// After fill(): the crosshair in the middle of the large plot.
    void probe(MainWindow& window);
    /// Waits until everything that is on show has been read.
    void settle(MainWindow& window);

private:
    void write();

    QTemporaryDir m_folder;
    bool m_isWritten = false;
};

} // namespace unlit::ui
