// The studio's way to the engine that trains.
#pragma once

#include "core/session/train/train_session.h"
#include "ui/train/train_service.h"

namespace unlit::ui {

/// Hands every verb to a TrainSession of its own.
class SessionTrainService : public TrainService {
public:
    /// The sink outlives the service. `turn`: see TrainSession.
    explicit SessionTrainService(EventSink& sink, std::shared_ptr<ComputeTurn> turn = nullptr)
        : m_session(sink, std::move(turn), AskedBy::Window) {}

    JobId start(NewRun run) override { return m_session.start(std::move(run)); }

    JobId resumeRun(ResumedRun run) override { return m_session.resumeRun(std::move(run)); }

    JobId rehearse(NewRun run, TellRehearsal tell) override {
        return m_session.rehearse(std::move(run), std::move(tell));
    }

    void pause() override { m_session.pause(); }

    void resume() override { m_session.resume(); }

    void stopAndSave() override { m_session.stopAndSave(); }

    void validateNow() override { m_session.validateNow(); }

    void saveNow() override { m_session.saveNow(); }

    void setLearningRate(double rate) override { m_session.setLearningRate(rate); }

private:
    TrainSession m_session;
};

} // namespace unlit::ui
