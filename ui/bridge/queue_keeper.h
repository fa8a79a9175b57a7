// Keeps the queue's file up to date while the program runs.
#pragma once

#include "ui/bridge/background_queue.h"
#include "ui/models/inference_queue_model.h"

#include <QObject>
#include <QTimer>

#include <filesystem>

namespace unlit::ui {

/// GUI thread; files are written in the background, at most one at a time and about once a second,
/// however often the queue changes. The destructor writes what is not written yet.
class QueueKeeper : public QObject {
    Q_OBJECT

public:
    QueueKeeper(InferenceQueueModel& queue, std::filesystem::path file, QObject* parent = nullptr);
    ~QueueKeeper() override;

    /// Writes at once, on this thread.
    void flush();

signals:
    /// The file could not be written; said once until it works again.
    void failed(const QString& text);

private:
    void changed();
    void write();

    InferenceQueueModel& m_queue;
    std::filesystem::path m_file;
    QTimer m_timer;
    QByteArray m_written; // what the file holds or is being given
    bool m_hasFailed = false;
    BackgroundQueue m_writing{Haste::Soon}; // last: joined while the rest is there
};

} // namespace unlit::ui
