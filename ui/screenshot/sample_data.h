// A training set for pictures of the Data page: rendered here, with faults put into it.
#pragma once

#include "ui/main_window.h"

#include <QTemporaryDir>

namespace unlit::ui {

/// GUI thread. Writes its folder when it is first asked for.
class SampleData {
public:
    /// Opens `set`, or the sample set where it is empty, and waits until all is found.
    void fill(MainWindow& window, const QString& set);
    /// The same, but the pictures are still on their way.
    void makeBusy(MainWindow& window, const QString& set);
    /// A list that cannot be read.
    void showFailure(MainWindow& window);
    /// After fill(): the pairs of the most frequent fault, one of them in quarantine.
    void showFaults(MainWindow& window);
    /// Waits until everything that is on show has been read.
    void settle(MainWindow& window);

private:
    QString folderOf(const QString& set);
    void write();

    QTemporaryDir m_folder;
    bool m_isWritten = false;
};

} // namespace unlit::ui
