// What is done with the run that the table has chosen, and which runs are checked with it.
#pragma once

#include "ui/pages/runs/runs_parts.h"

namespace unlit::ui {

/// GUI thread. Nothing happens while no run is chosen.
class ChosenRun : public QObject {
    Q_OBJECT

public:
    explicit ChosenRun(const RunsParts& parts) : m_parts(parts) {}

    void toggleShown();
    void showAlone();
    void openFolder();
    void copyResumeCommand();
    /// The folder of the sweep that it is of; empty where it is of none.
    std::filesystem::path sweep() const;
    /// Sends one of the first four signals.
    void askFor(void (ChosenRun::*what)(const std::filesystem::path&));

signals:
    /// What another page is to do with it.
    void watchAsked(const std::filesystem::path& folder);
    void resumeAsked(const std::filesystem::path& folder);
    void extendAsked(const std::filesystem::path& folder);
    /// Resumed with other settings.
    void changesAsked(const std::filesystem::path& folder);
    /// How far the sweep in this folder is.
    void sweepAsked(const std::filesystem::path& sweep);

private:
    const RunsParts& m_parts;
};

} // namespace unlit::ui
