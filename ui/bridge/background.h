// Work away from the GUI thread of which only the newest question counts.
#pragma once

#include "core/base/failure.h"
#include "ui/bridge/give_way.h"

#include <QObject>

#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

namespace unlit::ui {

/// What Background does whatever its answers are. GUI thread, but for `tell`.
class BackgroundWork {
public:
    /// Called on the GUI thread with what a job has found out.
    using Tell = std::function<void()>;
    /// Called on a thread of the pool; must not throw. Looks at its token every few milliseconds.
    using Job = std::function<Tell(const std::stop_token&)>;

    explicit BackgroundWork(Haste haste);
    /// Stops the job under way and waits for it; what has not begun never begins.
    ~BackgroundWork();
    BackgroundWork(const BackgroundWork&) = delete;
    BackgroundWork& operator=(const BackgroundWork&) = delete;

    void start(Job job);
    void forget();

    bool isBusy() const { return m_isBusy; }

    /// Of a job, on its own thread: `tell` is called on the GUI thread unless another question has
    /// come. `stop` is the job's.
    void tell(const std::stop_token& stop, Tell tell);

private:
    struct Running;

    QObject m_context; ///< calls for it die with it
    Haste m_haste;
    std::stop_source m_stop;
    std::shared_ptr<Running> m_running;
    bool m_isBusy = false;
};

/// One question at a time: a newer one, forget() and the destructor stop the one before, whose
/// answer is then dropped. All share the threads of one pool; those with Haste::Soon go first.
/// Declared last among the members that its work or answers use.
template <class Answer>
class Background {
public:
    /// May throw; what is thrown becomes a Failure.
    using Work = std::function<Answer(const std::stop_token&)>;
    using Answered = std::function<void(Answer&)>;
    using Failed = std::function<void(const Failure&)>;

    explicit Background(Haste haste = Haste::Soon) : m_work(haste) {}

    /// `answered` or `failed` is called on the GUI thread, later; an empty `failed` hears nothing.
    void ask(Work work, Answered answered, Failed failed = {}) {
        m_work.start(
            [work = std::move(work), answered = std::move(answered),
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
            });
    }

    /// What was asked for is not wanted any more.
    void forget() { m_work.forget(); }

    /// An answer is to come.
    bool isBusy() const { return m_work.isBusy(); }

    /// Of `work`, with its token: something on the way to the answer, said on the GUI thread.
    void tell(const std::stop_token& stop, std::function<void()> said) {
        m_work.tell(stop, std::move(said));
    }

private:
    BackgroundWork m_work;
};

} // namespace unlit::ui
