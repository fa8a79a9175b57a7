// Model folders for pictures of the Models page: small real ones, with a card, and a damaged one.
#pragma once

#include "ui/main_window.h"

#include <QTemporaryDir>

namespace unlit::ui {

/// GUI thread. Writes its folders when they are first asked for.
class SampleModels {
public:
    void fill(MainWindow& window);
    /// After fill(): chooses the damaged model.
    void showFailure(MainWindow& window);
    /// After fill(): what a check finds.
    void showCheck(MainWindow& window);
    /// After fill(): two models on the sample scene.
    void showCompare(MainWindow& window);
    /// Waits until everything that is on show has been read.
    void settle(MainWindow& window);

private:
    void write();

    QTemporaryDir m_folder;
    bool m_isWritten = false;
};

} // namespace unlit::ui
