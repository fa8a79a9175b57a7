#include "core/session/train/train_session.h"

#include "core/session/job_runner.h"
#include "core/session/train/rehearsal.h"
#include "core/session/train/train_job.h"
#include "core/train/train_control.h"

#include <atomic>
#include <mutex>
#include <utility>

namespace unlit {

class TrainSession::Impl {
public:
    Impl(EventSink& sink, std::shared_ptr<ComputeTurn> turn, AskedBy by)
        : m_turn(std::move(turn)), m_by(by), m_compute(sink, m_nextId, AtShutdown::Cancel, m_turn) {
    }

    template <class Run, class Work>
    JobId submit(std::string title, Run run, Work work) {
        TrainJobControl control{std::make_shared<train::TrainControl>(m_turn, m_by),
                                std::chrono::steady_clock::now(),
                                {}};
        control.stop = [this, own = control.control](AskedBy by) {
            own->noteStop(by);
            m_compute.cancelAll();
        };
        {
            const std::scoped_lock lock(m_mutex);
            m_control = control.control;
        }
        return m_compute.submit(std::move(title), [run = std::move(run), control,
                                                   work](const auto& post, const auto& stop) {
            return work(run, control, post, stop);
        });
    }

    void stop(AskedBy by) {
        control()->noteStop(by);
        m_compute.cancelAll();
    }

    AskedBy by() const { return m_by; }

    std::shared_ptr<train::TrainControl> control() {
        const std::scoped_lock lock(m_mutex);
        return m_control;
    }

private:
    std::shared_ptr<ComputeTurn> m_turn;
    const AskedBy m_by;
    std::atomic<std::uint64_t> m_nextId{0};
    std::mutex m_mutex; ///< guards m_control
    std::shared_ptr<train::TrainControl> m_control = std::make_shared<train::TrainControl>();
    JobRunner m_compute; // last: it ends first
};

TrainSession::TrainSession(EventSink& sink, std::shared_ptr<ComputeTurn> turn, AskedBy by)
    : m_impl(std::make_unique<Impl>(sink, std::move(turn), by)) {}

TrainSession::~TrainSession() = default;

JobId TrainSession::start(NewRun run) {
    std::string title = "training " + run.configFile.stem().string();
    return m_impl->submit(std::move(title), std::move(run), runNewTraining);
}

JobId TrainSession::resumeRun(ResumedRun run) {
    std::string title = "training " + run.run.filename().string();
    return m_impl->submit(std::move(title), std::move(run), runResumedTraining);
}

JobId TrainSession::rehearse(NewRun run, TellRehearsal tell) {
    std::string title = "rehearsing " + run.configFile.stem().string();
    return m_impl->submit(std::move(title), std::move(run),
                          [tell = std::move(tell)](const NewRun& recipe, const auto& control,
                                                   const auto& post, const auto& stop) {
                              return unlit::rehearse(recipe, control, post, stop, tell);
                          });
}

void TrainSession::pause() {
    m_impl->control()->pause();
}

void TrainSession::resume() {
    m_impl->control()->resume();
}

void TrainSession::stopAndSave() {
    m_impl->stop(m_impl->by());
}

void TrainSession::stopAndSave(AskedBy by) {
    m_impl->stop(by);
}

void TrainSession::validateNow() {
    m_impl->control()->validateNow();
}

void TrainSession::saveNow() {
    m_impl->control()->saveNow();
}

void TrainSession::setLearningRate(double rate) {
    m_impl->control()->setLearningRate(rate);
}

} // namespace unlit
