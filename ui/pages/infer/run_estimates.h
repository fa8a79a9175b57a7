// How long images take on this machine: learned from those that ran, told for those to come.
#pragma once

#include "ui/bridge/background_queue.h"
#include "ui/pages/infer/infer_parts.h"
#include "ui/settings/run_timings.h"

#include <QObject>
#include <QTimer>

#include <filesystem>
#include <optional>

namespace unlit::ui {

/// GUI thread; the file is written in the background.
class RunEstimates : public QObject {
    Q_OBJECT

public:
    explicit RunEstimates(InferParts& parts);

    /// Times of earlier starts, and where they are kept from now on.
    void remember(const std::filesystem::path& file);
    /// An image has run.
    void add(const InferenceResult& result);
    /// Of the four qualities, for the image on show.
    void update();
    /// The time left of the queue is told again, soon: thousands of images are not to be estimated
    /// at every step.
    void jobMoved();

private:
    std::optional<double> secondsFor(const QueueItem& item) const;
    void showTimeLeft();

    InferParts& m_parts;
    std::filesystem::path m_file; ///< empty: times are forgotten
    RunTimings m_timings;
    QString m_device = tr("CPU"); ///< what times are about
    QTimer m_timeLeft;
    BackgroundQueue m_writing{Haste::Soon}; // last: joined while the rest is there
};

} // namespace unlit::ui
