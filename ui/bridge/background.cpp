#include "ui/bridge/background.h"

#include <QThread>
#include <QThreadPool>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace unlit::ui {

namespace {

constexpr int kFewestThreads = 8; // some long looks must not keep the others from beginning

/// Two of them: a thread that has given way cannot take its share back, and nobody who looks on
/// waits for averages.
QThreadPool& poolOf(Haste haste) {
    static QThreadPool unhurried;
    QThreadPool& pool = haste == Haste::Soon ? *QThreadPool::globalInstance() : unhurried;
    pool.setMaxThreadCount(std::max(kFewestThreads, QThread::idealThreadCount()));
    return pool;
}

} // namespace

/// Shared with the pool's threads, which may come to a job when its owner is gone.
struct BackgroundWork::Running {
    struct Waiting {
        Job job;
        std::stop_token stop;
        Turn turn = Turn::Last;
    };

    explicit Running(int most) : atOnce(most) {}

    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Waiting> waiting;
    const int atOnce;
    int jobs = 0; ///< that have begun and not ended

    void add(Waiting job) {
        const std::scoped_lock lock(mutex);
        const auto place = job.turn == Turn::Last
                               ? waiting.end()
                               : std::ranges::find(waiting, Turn::Last, &Waiting::turn);
        waiting.insert(place, std::move(job));
    }

    /// Returned, so that what they hold goes when the mutex is free.
    std::deque<Waiting> takeWaiting() {
        const std::scoped_lock lock(mutex);
        return std::exchange(waiting, {});
    }

    /// Empty where nothing waits, or as many run as may; else end() has to follow.
    std::optional<Waiting> begin() {
        const std::scoped_lock lock(mutex);
        if (waiting.empty() || jobs == atOnce)
            return {};
        ++jobs;
        Waiting next = std::move(waiting.front());
        waiting.pop_front();
        return next;
    }

    /// True where another one may begin. From then on the owner may be gone.
    bool end() {
        const std::scoped_lock lock(mutex);
        --jobs;
        changed.notify_all();
        return !waiting.empty();
    }

    void wait() {
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return jobs == 0 && waiting.empty(); });
    }
};

BackgroundWork::BackgroundWork(Haste haste, int atOnce)
    : m_haste(haste), m_running(std::make_shared<Running>(atOnce)) {}

BackgroundWork::~BackgroundWork() {
    forget();
    wait();
}

void BackgroundWork::start(Job job, Turn turn) {
    ++m_due;
    m_running->add({std::move(job), m_stop.get_token(), turn});
    runNext();
}

void BackgroundWork::forget() {
    m_stop.request_stop();
    m_stop = {};
    m_running->takeWaiting();
    m_due = 0;
}

void BackgroundWork::cancel() {
    m_stop.request_stop();
}

void BackgroundWork::dropWaiting() {
    m_due -= static_cast<int>(m_running->takeWaiting().size());
}

void BackgroundWork::wait() {
    m_running->wait();
}

/// A turn of the pool is one job's, so that a long queue takes turns with others. The owner is
/// there while a job is under way.
void BackgroundWork::runNext() {
    struct Turns {
        BackgroundWork* owner;
        std::shared_ptr<Running> running;
        Haste haste;

        void operator()() const {
            auto next = running->begin();
            if (!next)
                return;
            giveWay(haste);
            Tell answer = next->job(next->stop);
            next->job = {}; // what it held goes before its owner can
            owner->tell(next->stop, [owner = owner, answer = std::move(answer)] {
                --owner->m_due;
                if (answer)
                    answer();
            });
            if (running->end())
                poolOf(haste).start(*this);
        }
    };

    poolOf(m_haste).start(Turns{this, m_running, m_haste});
}

void BackgroundWork::tell(const std::stop_token& stop, Tell tell) {
    QMetaObject::invokeMethod(
        &m_context,
        [this, stop, tell = std::move(tell)] {
            if (stop == m_stop.get_token()) // else it was forgotten
                tell();
        },
        Qt::QueuedConnection);
}

} // namespace unlit::ui
