// Trainings in processes of their own, which go on without the window.
#pragma once

#include "ui/train/closing_question.h"
#include "ui/train/train_parts.h"

#include <QObject>
#include <QStringList>

#include <functional>

namespace unlit::ui {

/// GUI thread.
class OwnProcesses : public QObject {
    Q_OBJECT

public:
    OwnProcesses(const TrainParts& parts, ClosingQuestion& closing);

    /// What starts `unlit` with these words, which ends when what it begins can be left alone.
    /// Calls `done` once, with what went wrong, or nothing, and what was printed. Tests put in
    /// their own.
    using Done = std::function<void(const QString& problem, const QString& printed)>;
    using StartProgram = std::function<void(const QStringList& words, const Done& done)>;

    void setStartProgram(StartProgram start) { m_startProgram = std::move(start); }

    /// The run on show: where this program trains it, when it is saved; else it is resumed.
    void goOn();

    /// Of the run that this program trains.
    void goOnWhenSaved() { m_isWanted = true; }

    /// Where the run that has ended is to go on, it does, and true.
    bool takeOver(const TrainEnd& end);
    /// `more`: words for the command line.
    void resume(const std::filesystem::path& run, const QStringList& more = {});

    /// A new run of several processes: they are nobody's but their own from the beginning. Throws
    /// as TrainController::start(), and Error::system.
    void startSeveral(const QString& yaml, const QString& baseFolder, const QString& name);

    /// Processes that were started have no run yet.
    bool isStarting() const { return m_isStarting; }

signals:
    /// Several processes are being started.
    void beginning();
    void began(const std::filesystem::path& run);

private:
    TrainParts m_parts;
    ClosingQuestion& m_closing;
    StartProgram m_startProgram;
    bool m_isWanted = false;
    bool m_isStarting = false;
};

} // namespace unlit::ui
