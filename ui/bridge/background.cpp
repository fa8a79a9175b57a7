#include "ui/bridge/background.h"

#include <QThread>
#include <QThreadPool>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace unlit::ui {

namespace {

constexpr int kFewestThreads = 4; // one long look must not keep the others from beginning

QThreadPool& sharedPool() {
    QThreadPool& pool = *QThreadPool::globalInstance();
    pool.setMaxThreadCount(std::max(kFewestThreads, QThread::idealThreadCount()));
    return pool;
}

} // namespace

/// Shared with the pool's threads, which may come to a job when its owner is gone.
struct BackgroundWork::Running {
    std::mutex mutex;
    std::condition_variable changed;
    Job next;     ///< that has not begun; goes when it is not wanted any more
    int jobs = 0; ///< that have begun

    void setNext(Job job) {
        const std::scoped_lock lock(mutex);
        next.swap(job);
    }

    /// Empty where it is not wanted any more; else end() has to follow.
    Job begin(const std::stop_token& stop) {
        const std::scoped_lock lock(mutex);
        if (stop.stop_requested() || !next)
            return {};
        ++jobs;
        return std::exchange(next, {});
    }

    void end() {
        const std::scoped_lock lock(mutex);
        --jobs;
        changed.notify_all();
    }

    void waitForJobs() {
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return jobs == 0; });
    }
};

BackgroundWork::BackgroundWork(Haste haste)
    : m_haste(haste), m_running(std::make_shared<Running>()) {}

BackgroundWork::~BackgroundWork() {
    forget();
    m_running->waitForJobs();
}

void BackgroundWork::forget() {
    m_stop.request_stop();
    m_running->setNext({});
    m_isBusy = false;
}

void BackgroundWork::start(Job job) {
    forget();
    m_stop = {};
    m_isBusy = true;
    m_running->setNext(std::move(job));
    const auto run = [this, running = m_running, stop = m_stop.get_token()] {
        Job begun = running->begin(stop);
        if (!begun)
            return;
        giveWay(Haste::Soon); // of a thread of the pool the niceness stays
        Tell answer = begun(stop);
        begun = {}; // what it held goes before its owner can
        tell(stop, [this, answer = std::move(answer)] {
            m_isBusy = false;
            answer();
        });
        running->end();
    };
    sharedPool().start(run, m_haste == Haste::Soon ? 1 : 0);
}

void BackgroundWork::tell(const std::stop_token& stop, Tell tell) {
    QMetaObject::invokeMethod(
        &m_context,
        [stop, tell = std::move(tell)] {
            if (!stop.stop_requested())
                tell();
        },
        Qt::QueuedConnection);
}

} // namespace unlit::ui
