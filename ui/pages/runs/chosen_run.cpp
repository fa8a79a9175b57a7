#include "ui/pages/runs/chosen_run.h"

#include "core/base/shell_text.h"
#include "core/session/train/sweep_plan.h"
#include "ui/kit/text.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QUrl>

namespace unlit::ui {

void ChosenRun::toggleShown() {
    RunsModel& model = m_parts.found.model();
    if (const int row = m_parts.table.current(); row >= 0)
        model.setShown(row, !model.isShown(row));
}

void ChosenRun::showAlone() {
    RunsModel& model = m_parts.found.model();
    const int current = m_parts.table.current();
    if (current < 0)
        return;
    model.setShown(current, true);
    for (const int row : model.shownRows())
        if (row != current)
            model.setShown(row, false);
}

void ChosenRun::openFolder() {
    if (const runs::RunSummary* run = m_parts.run())
        QDesktopServices::openUrl(QUrl::fromLocalFile(toQString(run->folder)));
}

void ChosenRun::copyResumeCommand() {
    const runs::RunSummary* run = m_parts.run();
    if (run == nullptr)
        return;
    const std::string command = "unlit train --resume " + shellQuoted(run->folder.string());
    QGuiApplication::clipboard()->setText(toQString(command));
    m_parts.say(MessageBar::Kind::Good, tr("Copied the command"), toQString(command));
}

std::filesystem::path ChosenRun::sweep() const {
    const runs::RunSummary* run = m_parts.run();
    const auto around = run != nullptr ? run->folder.parent_path() : std::filesystem::path();
    return isSweep(around) ? around : std::filesystem::path();
}

void ChosenRun::askFor(void (ChosenRun::*what)(const std::filesystem::path&)) {
    if (const runs::RunSummary* run = m_parts.run())
        emit(this->*what)(run->folder);
}

} // namespace unlit::ui
