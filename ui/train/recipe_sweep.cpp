#include "ui/train/recipe_sweep.h"

#include <QFileInfo>

namespace unlit::ui {

SweepDialog& RecipeSweep::dialog() {
    if (m_dialog != nullptr)
        return *m_dialog;
    m_dialog = new SweepDialog(&m_window);
    connect(m_dialog, &SweepDialog::started, this, [this](const std::filesystem::path& sweep) {
        m_last = sweep;
        emit started(sweep);
    });
    connect(m_dialog, &SweepDialog::runsAsked, this, [this](const std::filesystem::path& sweep) {
        m_dialog->hide(); // it would lie over the runs
        emit runsAsked(sweep);
    });
    return *m_dialog;
}

void RecipeSweep::open() {
    const QString name = QFileInfo(m_recipe.name()).completeBaseName();
    dialog().open({name, m_recipe.utf8(), m_recipe.shownAs()}, m_last);
}

void RecipeSweep::show(const std::filesystem::path& sweep) {
    m_last = sweep;
    dialog().showSweep(sweep);
}

} // namespace unlit::ui
