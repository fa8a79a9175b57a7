#include "ui/bridge/queue_keeper.h"

#include "ui/models/queue_store.h"

namespace unlit::ui {

namespace {

constexpr int kPauseMs = 1000;

} // namespace

QueueKeeper::QueueKeeper(InferenceQueueModel& queue, std::filesystem::path file, QObject* parent)
    : QObject(parent), m_queue(queue), m_file(std::move(file)) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(kPauseMs);
    m_written = queueJson(queue.items());
    connect(&m_timer, &QTimer::timeout, this, &QueueKeeper::write);
    connect(&queue, &QAbstractItemModel::rowsInserted, this, &QueueKeeper::changed);
    connect(&queue, &QAbstractItemModel::rowsRemoved, this, &QueueKeeper::changed);
    connect(&queue, &QAbstractItemModel::rowsMoved, this, &QueueKeeper::changed);
    connect(&queue, &QAbstractItemModel::dataChanged, this, &QueueKeeper::changed);
}

QueueKeeper::~QueueKeeper() {
    flush();
}

void QueueKeeper::changed() {
    // Not started anew: a queue that changes all the time is written all the same.
    if (!m_timer.isActive())
        m_timer.start();
}

void QueueKeeper::write() {
    QByteArray now = queueJson(m_queue.items());
    if (now == m_written) // progress only
        return;
    m_written = now;
    m_writing.post([file = m_file,
                    now = std::move(now)](const std::stop_token&) { return writeQueue(file, now); },
                   [this](const QString& problem) {
                       if (!problem.isEmpty() && !m_hasFailed)
                           emit failed(problem);
                       m_hasFailed = !problem.isEmpty();
                       if (m_hasFailed)
                           m_written.clear(); // the next change tries again
                   });
}

void QueueKeeper::flush() {
    m_timer.stop();
    m_writing.wait();
    if (const QByteArray now = queueJson(m_queue.items()); now != m_written) {
        m_written = now;
        writeQueue(m_file, now);
    }
}

} // namespace unlit::ui
