// How trainings begin: in this program, or in processes of their own where the recipe asks for
// several.
#pragma once

#include "core/session/train/train_types.h"
#include "ui/train/own_processes.h"
#include "ui/train/train_parts.h"

#include <QObject>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace unlit::ui {

/// One training at a time. Programs of a recipe are asked about first. What goes wrong is said in
/// the message. GUI thread; `processes` outlives it.
class RunStarts : public QObject {
    Q_OBJECT

public:
    RunStarts(const TrainParts& parts, OwnProcesses& processes)
        : m_parts(parts), m_processes(processes) {}

    /// The recipe stands in `baseFolder`; `name` is the run's where the recipe has none.
    void start(const QString& yaml, const QString& baseFolder, const QString& name);
    void rehearse(const QString& yaml, const QString& baseFolder, const QString& name);

    /// In processes of its own where its settings ask for several.
    void resume(const ResumedRun& run) { resumeAt(run, Place::AsItSays); }

    void resumeDetached(const ResumedRun& run) { resumeAt(run, Place::OwnProcess); }

signals:
    /// One begins: what was said about another may go.
    void beginning();
    /// The run that is to be on show; empty: the one that begins, until it has a folder.
    void runAsked(const std::filesystem::path& run);

private:
    enum class Place { AsItSays, OwnProcess };

    void resumeAt(const ResumedRun& run, Place place);
    bool isBusyElsewhere();
    void askToAllow(const std::vector<std::string>& programs, const std::function<void()>& then);

    TrainParts m_parts;
    OwnProcesses& m_processes;
};

} // namespace unlit::ui
