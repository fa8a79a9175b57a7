// Stands in for the engine that trains: takes verbs, and says what a test wants said.
#pragma once

#include "tests/ui/fake_session.h"
#include "ui/train/train_controller.h"

#include <optional>
#include <vector>

namespace unlit::ui {

/// What the fake was asked; shared between a test and the service that the controller owns.
struct FakeTrainingLog {
    std::vector<NewRun> started;
    std::vector<ResumedRun> resumed;
    std::vector<NewRun> rehearsed;
    TellRehearsal tell; ///< of the last rehearsal
    QStringList verbs;  ///< "pause", "resume", "stop", "validate", "save", "rate 0.5"
    JobId job;          ///< the last one
};

class FakeTrainService : public TrainService {
public:
    explicit FakeTrainService(FakeTrainingLog& log) : m_log(log) {}

    JobId start(NewRun run) override {
        m_log.started.push_back(std::move(run));
        return next();
    }

    JobId resumeRun(ResumedRun run) override {
        m_log.resumed.push_back(std::move(run));
        return next();
    }

    JobId rehearse(NewRun run, TellRehearsal tell) override {
        m_log.rehearsed.push_back(std::move(run));
        m_log.tell = std::move(tell);
        return next();
    }

    void pause() override { m_log.verbs += QStringLiteral("pause"); }

    void resume() override { m_log.verbs += QStringLiteral("resume"); }

    void stopAndSave() override { m_log.verbs += QStringLiteral("stop"); }

    void validateNow() override { m_log.verbs += QStringLiteral("validate"); }

    void saveNow() override { m_log.verbs += QStringLiteral("save"); }

    void setLearningRate(double rate) override {
        m_log.verbs += QStringLiteral("rate %1").arg(rate);
    }

private:
    JobId next() { return m_log.job = JobId{m_log.job.value + 1}; }

    FakeTrainingLog& m_log;
};

inline TrainController::MakeService makeFake(FakeTrainingLog& log) {
    return [&log](EventSink&) { return std::make_unique<FakeTrainService>(log); };
}

} // namespace unlit::ui
