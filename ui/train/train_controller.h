// The one object of the studio that calls the verbs of training: one job at a time, and what its
// events come to.
#pragma once

#include "ui/bridge/event_bridge.h"
#include "ui/train/train_service.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>

namespace unlit::ui {

enum class TrainPhase {
    Idle,
    Starting, ///< model and sets are looked for; there is no run folder yet
    Running,
    Pausing, ///< asked to; the micro-batch under way goes on
    Paused,
    Stopping, ///< asked to; what a resume needs is being saved
    Rehearsing,
};

/// How a job ended.
struct TrainEnd {
    Outcome outcome = Outcome::Done;
    std::optional<Failure> failure; ///< set when outcome is Failed
    std::filesystem::path folder;   ///< of the run; empty when it never came to have one
    std::int64_t step = 0;
    std::string how; ///< "complete", "stopped", "time is up"; "" where it failed
    bool wasRehearsal = false;
};

/// GUI thread. Verbs that do not fit the phase do nothing.
class TrainController : public QObject {
    Q_OBJECT

public:
    using MakeService = std::function<std::unique_ptr<TrainService>(EventSink&)>;

    /// An empty `makeService`: what is to be trained throws Error::unsupported.
    explicit TrainController(const MakeService& makeService, QObject* parent = nullptr);

    /// A recipe as text, as if it stood in `baseFolder`; `name` is the run's where the recipe has
    /// none. Throws Error::invalidInput with everything that is wrong with it. Precondition: idle.
    void start(const QString& yaml, const std::filesystem::path& baseFolder, const QString& name);
    /// What start() would refuse until it is allowed (core/session/train/allowed_programs.h).
    /// Throws as start().
    std::vector<std::string> programsToAllow(const QString& yaml,
                                             const std::filesystem::path& baseFolder,
                                             const QString& name) const;
    /// Whether the recipe asks for several processes, which train outside of this one. Throws as
    /// start().
    bool takesSeveral(const QString& yaml, const std::filesystem::path& baseFolder,
                      const QString& name) const;
    /// What start() would train, as a recipe that means the same wherever it lies. Throws as
    /// start(), and Error::system.
    void writeRecipe(const QString& yaml, const std::filesystem::path& baseFolder,
                     const QString& name, const std::filesystem::path& file) const;
    void rehearse(const QString& yaml, const std::filesystem::path& baseFolder,
                  const QString& name);
    /// Faults of the run come with ended(). Precondition: idle.
    void resumeRun(const ResumedRun& run);

    void pause();
    void goOn();
    /// Also ends a rehearsal.
    void stopAndSave();
    void validateNow();
    void saveNow();
    /// Throws Error::invalidInput unless it is above 0.
    void setLearningRate(double rate);

    TrainPhase phase() const { return m_phase; }

    /// Of a run that a full disk has paused: what there is no room for; else "".
    const std::string& waitsFor() const { return m_waitsFor; }

    bool isBusy() const { return m_phase != TrainPhase::Idle; }

    /// A run is under way, or about to be: not a rehearsal.
    bool isTraining() const { return isBusy() && m_phase != TrainPhase::Rehearsing; }

    /// Of the run under way; empty before it has one.
    const std::filesystem::path& folder() const { return m_folder; }

    /// What is being started: "cpu_small".
    const QString& title() const { return m_title; }

    const Progress& progress() const { return m_progress; }

    EventSink& sink() { return m_bridge; }

signals:
    /// Another phase, or another title.
    void changed();
    void progressed();
    /// A run has its folder.
    void opened(const std::filesystem::path& folder);
    void logged(const unlit::LogLine& line);
    void checkpointSaved(const unlit::CheckpointSaved& checkpoint);
    void rehearsed(const unlit::RehearsalReport& report);
    /// The phase is Idle again.
    void ended(const unlit::ui::TrainEnd& end);

private:
    TrainService& service();
    void connectBridge();
    void begin(JobId job, TrainPhase phase, const QString& title);
    void setPhase(TrainPhase phase);
    void finish(const Finished& event);

    EventBridge m_bridge;
    TrainPhase m_phase = TrainPhase::Idle;
    std::string m_waitsFor;
    JobId m_job;
    QString m_title;
    std::filesystem::path m_folder;
    Progress m_progress;
    std::optional<RunClosed> m_closed;
    std::unique_ptr<TrainService>
        m_service; // may be null; last: goes first, while its sink still stands
};

} // namespace unlit::ui
