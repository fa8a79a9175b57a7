// Work away from the GUI thread of which every piece counts.
#pragma once

#include "ui/bridge/background.h"

#include <functional>
#include <stop_token>
#include <utility>

namespace unlit::ui {

/// Tasks begin in the order in which they were posted, `atOnce` of them at the same time. A task
/// should look at its token every few milliseconds. The destructor stops what runs, drops the
/// others and waits. GUI thread. Declared last among the members that tasks or answers use.
class BackgroundQueue {
public:
    using Turn = BackgroundWork::Turn;
    using Failed = std::function<void(const Failure&)>;

    explicit BackgroundQueue(Haste haste, int atOnce = 1) : m_work(haste, atOnce) {}

    /// `work` returns an answer or throws; `answered`, with a reference to it, or `failed` is
    /// called on the GUI thread, later. An empty `failed` hears nothing.
    template <class Work, class Answered>
    void post(Work work, Answered answered, Failed failed = {}, Turn turn = Turn::Last) {
        m_work.start(jobOf(std::move(work), std::move(answered), std::move(failed)), turn);
    }

    /// A task without an answer; must not throw.
    void post(std::function<void(const std::stop_token&)> task) {
        m_work.start([task = std::move(task)](const std::stop_token& stop) {
            task(stop);
            return BackgroundWork::Tell();
        });
    }

    /// Stops what runs and drops what waits; nobody hears of it. Does not wait itself.
    void clear() { m_work.forget(); }

    /// What has not begun is not wanted any more.
    void dropWaiting() { m_work.dropWaiting(); }

    /// Returns when all has been done; answers come later.
    void wait() { m_work.wait(); }

    /// Some answer is to come.
    bool isBusy() const { return m_work.isBusy(); }

    /// Of a task, with its token: something on the way to the answer, said on the GUI thread unless
    /// the queue has been cleared.
    void tell(const std::stop_token& stop, std::function<void()> said) {
        m_work.tell(stop, std::move(said));
    }

private:
    BackgroundWork m_work;
};

} // namespace unlit::ui
