// One long work at a time off the GUI thread, of which each kind ends with a word of its own.
#pragma once

#include "ui/bridge/background.h"

namespace unlit::ui {

/// GUI thread. Declared last among the members that its work uses: the destructor stops the work
/// and waits for it.
class LongWork {
public:
    /// What is to be said of a work that is done; called on the GUI thread.
    using End = std::function<void()>;
    using Work = Background<End>::Work;
    using Failed = Background<End>::Failed;

    /// `failed`: what is said of a work that throws.
    explicit LongWork(Failed failed, Haste haste = Haste::Soon)
        : m_failed(std::move(failed)), m_work(haste) {}

    /// Precondition: !isBusy().
    void start(Work work) {
        m_work.ask(
            std::move(work), [](const End& end) { end(); }, m_failed);
    }

    /// The work ends early, and says so.
    void cancel() { m_work.cancel(); }

    bool isBusy() const { return m_work.isBusy(); }

    /// Of the work, with its token: something on the way, said on the GUI thread.
    void tell(const std::stop_token& stop, std::function<void()> said) {
        m_work.tell(stop, std::move(said));
    }

private:
    Failed m_failed;
    Background<End> m_work;
};

} // namespace unlit::ui
