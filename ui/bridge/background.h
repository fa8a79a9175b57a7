// Work away from the GUI thread: its threads, and questions of which only the newest one counts.
#pragma once

#include "core/base/failure.h"
#include "core/base/give_way.h"

#include <QObject>

#include <functional>
#include <memory>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace unlit::ui {

/// What all background work is, whatever its answers are. The threads are those of two pools, one
/// for each haste. GUI thread, but for `tell`.
class BackgroundWork {
public:
    /// Called on the GUI thread with what a job has found out; may be empty.
    using Tell = std::function<void()>;
    /// Called on a thread of the pool; must not throw. Looks at its token every few milliseconds.
    using Job = std::function<Tell(const std::stop_token&)>;

    enum class Turn {
        Last,  ///< after all that wait
        Sooner ///< before those that wait with Turn::Last
    };

    /// `atOnce`: how many jobs may run at the same time.
    BackgroundWork(Haste haste, int atOnce);
    /// Stops the jobs under way and waits for them; what has not begun never begins.
    ~BackgroundWork();
    BackgroundWork(const BackgroundWork&) = delete;
    BackgroundWork& operator=(const BackgroundWork&) = delete;

    void start(Job job, Turn turn = Turn::Last);
    /// Stops the jobs under way and drops those that wait; nobody hears of them. Waits for none.
    void forget();
    /// Stops them as well; what they have to tell still comes. Precondition of the next start():
    /// none of them runs, or it was forgotten.
    void cancel();
    /// What has not begun never begins; the rest goes on.
    void dropWaiting();
    /// Returns when no job runs or waits. What they have to tell comes later.
    void wait();

    /// Some job has neither told its answer nor been dropped.
    bool isBusy() const { return m_due > 0; }

    /// Of a job, on its own thread: `tell` is called on the GUI thread unless the job has been
    /// forgotten. `stop` is the job's.
    void tell(const std::stop_token& stop, Tell tell);

private:
    struct Running;

    void runNext();

    QObject m_context; ///< calls for it die with it
    Haste m_haste;
    std::stop_source m_stop; ///< of all jobs since the last forget()
    std::shared_ptr<Running> m_running;
    int m_due = 0;
};

/// A job of what may throw; what is thrown becomes a Failure. `answered` takes an Answer&.
template <class Work, class Answered>
BackgroundWork::Job jobOf(Work work, Answered answered,
                          std::function<void(const Failure&)> failed) {
    using Answer = std::invoke_result_t<const Work&, const std::stop_token&>;
    return [work = std::move(work), answered = std::move(answered),
            failed = std::move(failed)](const std::stop_token& stop) -> BackgroundWork::Tell {
        try {
            auto answer = std::make_shared<Answer>(work(stop));
            return [answer, answered] { answered(*answer); };
        } catch (...) {
            return [failure = translateCurrentException(), failed] {
                if (failed)
                    failed(failure);
            };
        }
    };
}

/// One question at a time: a newer one, forget() and the destructor stop the one before, whose
/// answer is then dropped. Declared last among the members that its work or answers use.
template <class Answer>
class Background {
public:
    /// May throw; what is thrown becomes a Failure.
    using Work = std::function<Answer(const std::stop_token&)>;
    using Answered = std::function<void(Answer&)>;
    using Failed = std::function<void(const Failure&)>;

    explicit Background(Haste haste = Haste::Soon) : m_work(haste, kAtOnce) {}

    /// `answered` or `failed` is called on the GUI thread, later; an empty `failed` hears nothing.
    void ask(Work work, Answered answered, Failed failed = {}) {
        m_work.forget();
        m_work.start(jobOf(std::move(work), std::move(answered), std::move(failed)));
    }

    /// What was asked for is not wanted any more.
    void forget() { m_work.forget(); }

    /// The work ends early, and what it answers then still comes.
    void cancel() { m_work.cancel(); }

    /// An answer is to come.
    bool isBusy() const { return m_work.isBusy(); }

    /// Of `work`, with its token: something on the way to the answer, said on the GUI thread.
    void tell(const std::stop_token& stop, std::function<void()> said) {
        m_work.tell(stop, std::move(said));
    }

private:
    /// The newest one need not wait for one that is slow to stop; a slider that is dragged does not
    /// fill the pool all the same.
    static constexpr int kAtOnce = 2;

    BackgroundWork m_work;
};

} // namespace unlit::ui
