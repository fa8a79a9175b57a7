// Keeps the queue's file up to date while the program runs.
#pragma once

#include "ui/bridge/background_queue.h"
#include "ui/models/inference_queue_model.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <filesystem>

namespace unlit::ui {

/// GUI thread; files are written in the background, at most one at a time and once a second,
/// however often the queue changes: at once after a pause. The destructor writes what is not
/// written yet; what cannot be written then is in the program's log.
class QueueKeeper : public QObject {
    Q_OBJECT

public:
    QueueKeeper(InferenceQueueModel& queue, std::filesystem::path file, QObject* parent = nullptr);
    ~QueueKeeper() override;

    /// Writes at once, on this thread, what has changed.
    void flush();

    /// The same of the whole queue; false where it could not be written.
    bool writeNow();

signals:
    /// The file could not be written; said once until it works again.
    void failed(const QString& text);

private:
    void changed();
    void write();

    InferenceQueueModel& m_queue;
    std::filesystem::path m_file;
    QTimer m_timer;
    QElapsedTimer m_sinceWrite;
    QByteArray m_written; // what the file holds or is being given
    bool m_hasFailed = false;
    BackgroundQueue m_writing{Haste::Soon}; // last: joined while the rest is there
};

} // namespace unlit::ui
