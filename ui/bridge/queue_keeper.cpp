#include "ui/bridge/queue_keeper.h"

#include "core/base/log.h"
#include "ui/models/queue_store.h"

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr qint64 kPauseMs = 1000;
constexpr qint64 kTogetherMs = 50; ///< what comes at once is written at once

} // namespace

QueueKeeper::QueueKeeper(InferenceQueueModel& queue, std::filesystem::path file, QObject* parent)
    : QObject(parent), m_queue(queue), m_file(std::move(file)) {
    m_timer.setSingleShot(true);
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
    if (m_timer.isActive())
        return;
    const qint64 passed = m_sinceWrite.isValid() ? m_sinceWrite.elapsed() : kPauseMs;
    m_timer.start(static_cast<int>(std::max(kPauseMs - passed, kTogetherMs)));
}

void QueueKeeper::write() {
    QByteArray now = queueJson(m_queue.items());
    if (now == m_written) // progress only
        return;
    m_written = now;
    m_sinceWrite.start();
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
    if (queueJson(m_queue.items()) != m_written)
        writeNow();
}

bool QueueKeeper::writeNow() {
    m_timer.stop();
    m_writing.wait();
    const QByteArray now = queueJson(m_queue.items());
    const QString problem = writeQueue(m_file, now);
    m_written = problem.isEmpty() ? now : QByteArray();
    if (!problem.isEmpty())
        logWarning("the queue is not remembered: " + problem.toStdString());
    return problem.isEmpty();
}

} // namespace unlit::ui
