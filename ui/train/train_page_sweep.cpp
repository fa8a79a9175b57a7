// Sweeps: the recipe as it stands goes to a dialog of its own.
#include "ui/kit/text.h"
#include "ui/train/sweep_dialog.h"
#include "ui/train/train_page.h"

#include <QFileInfo>

namespace unlit::ui {

SweepDialog& TrainPage::sweep() {
    if (m_sweep != nullptr)
        return *m_sweep;
    m_sweep = new SweepDialog(this);
    connect(m_sweep, &SweepDialog::started, this, [this](const std::filesystem::path& sweep) {
        m_lastSweep = sweep;
        emit sweepStarted(sweep);
    });
    connect(m_sweep, &SweepDialog::runsAsked, this, [this](const std::filesystem::path& sweep) {
        m_sweep->hide(); // it would lie over the runs
        emit sweepRunsAsked(sweep);
    });
    return *m_sweep;
}

void TrainPage::openSweep() {
    const RecipeDocument& document = m_recipe->document();
    const QString name = QFileInfo(m_recipe->recipeName()).completeBaseName();
    sweep().open({name, document.utf8(), document.shownAs()}, m_lastSweep);
}

void TrainPage::showSweep(const std::filesystem::path& folder) {
    m_lastSweep = folder;
    sweep().showSweep(folder);
}

} // namespace unlit::ui
