#include "ui/pages/infer/run_estimates.h"

#include "core/base/text.h"
#include "core/infer/ensemble/member_size.h"
#include "ui/kit/text.h"
#include "ui/models/queue_store.h"

#include <QFile>

#include <algorithm>
#include <array>

namespace unlit::ui {

namespace {

constexpr int kTimeLeftMs = 500;

} // namespace

RunEstimates::RunEstimates(InferParts& parts) : m_parts(parts) {
    m_timeLeft.setSingleShot(true);
    m_timeLeft.setInterval(kTimeLeftMs);
    connect(&m_timeLeft, &QTimer::timeout, this, &RunEstimates::showTimeLeft);
}

void RunEstimates::remember(const std::filesystem::path& file) {
    m_file = file;
    QFile stream(toQString(file));
    m_timings =
        RunTimings::fromJson(stream.open(QIODevice::ReadOnly) ? stream.readAll() : QByteArray());
}

void RunEstimates::jobMoved() {
    if (!m_timeLeft.isActive())
        m_timeLeft.start();
}

void RunEstimates::add(const InferenceResult& result) {
    if (result.request.sequence) // a frame's time is its neighbours', too
        return;
    m_timings.add(result);
    m_device = toQString(result.prediction.used.device).section(u':', 0, 0) == QLatin1String("cpu")
                   ? tr("CPU")
                   : tr("GPU");
    if (m_file.empty())
        return;
    // A time that is lost is measured again.
    m_writing.post([file = m_file, json = m_timings.toJson()](const std::stop_token&) {
        writeQueue(file, json);
    });
}

void RunEstimates::update() {
    std::array<std::optional<double>, 4> seconds;
    const QueueItem* item = m_parts.item();
    const QString key = m_parts.model ? timingKey(m_parts.model->folder,
                                                  m_parts.settings.settings().options.precision)
                                      : QString();
    for (int i = 0; i < 4 && m_parts.model; ++i) {
        const QualityValues values = m_parts.settings.quality().valuesFor(static_cast<Quality>(i));
        RunWork work{key,
                     values.steps,
                     infer::workOfMembers(values.ensemble, m_parts.model->isOneStep),
                     values.processingRes,
                     0,
                     0,
                     m_parts.settings.settings().options.tiles.mode,
                     passesAStep(m_parts.settings.settings().options.condition)};
        if (item != nullptr && !item->size.isEmpty()) {
            work.width = item->size.width();
            work.height = item->size.height();
        }
        seconds[static_cast<std::size_t>(i)] = m_timings.estimate(work);
    }
    m_parts.settings.quality().setEstimates(seconds, m_device);
}

std::optional<double> RunEstimates::secondsFor(const QueueItem& item) const {
    if (!m_parts.model)
        return {};
    const InferOptions options = m_parts.controller.requests().requestFor(item).options;
    const auto frames = static_cast<double>(item.frames.size());
    const std::optional<double> seconds =
        m_timings.estimate({timingKey(m_parts.model->folder, options.precision),
                            options.steps.value_or(m_parts.model->defaultSteps),
                            infer::workOfMembers(options.ensemble, m_parts.model->isOneStep),
                            options.processingRes.value_or(m_parts.model->defaultProcessingRes),
                            std::max(0, item.size.width()), std::max(0, item.size.height()),
                            options.tiles.mode, passesAStep(options.condition)});
    if (!seconds || !item.isSequence())
        return seconds;
    return *seconds * (frames - item.framesIn(QueueState::Done));
}

void RunEstimates::showTimeLeft() {
    const auto seconds = m_parts.controller.runner().secondsLeft(
        [this](const QueueItem& item) { return secondsFor(item); });
    m_parts.queue.setTimeLeft(seconds && *seconds > 0 ? toQString(formatSeconds(*seconds))
                                                      : QString());
}

} // namespace unlit::ui
