// What the Infer page says where there is no picture, and of results: their files, times, device.
#include "core/base/error.h"
#include "core/infer/ensemble/member_size.h"
#include "core/session/infer/result_writer.h"
#include "ui/kit/machine_status.h"
#include "ui/kit/text.h"
#include "ui/models/queue_store.h"
#include "ui/pages/infer/infer_page.h"

#include <array>

namespace unlit::ui {

void InferPage::showEmptyState() {
    if (m_model) {
        m_viewer->showNotice({.icon = QStringLiteral("drop"),
                              .title = tr("Drop an image to take its light out"),
                              .text = tr("EXR, PNG, TIFF, JPEG or HDR, one or many, or a whole "
                                         "folder. It starts by itself."),
                              .button = tr("Add images…"),
                              .isPrimary = true});
        return;
    }
    m_viewer->showNotice(
        {.icon = QStringLiteral("models"),
         .title = tr("First choose a model folder"),
         .text = tr("A model in the diffusers layout: the folder that holds model_index.json. You "
                    "can drop it anywhere in this window. Images dropped before wait for it."),
         .button = tr("Choose model folder…"),
         .isPrimary = true});
}

void InferPage::showFailedItem(const QueueItem& item) {
    QString text = InferenceQueueModel::errorText(item);
    if (!item.failure.hint.empty())
        text += QStringLiteral("\n\n") + sentence(item.failure.hint);
    m_viewer->showNotice({.icon = QStringLiteral("warning"),
                          .title = tr("%1 failed").arg(toQString(item.name())),
                          .text = text,
                          .button = tr("Retry"),
                          .otherButton = tr("Show in folder"),
                          .isBad = true});
}

void InferPage::noticeClicked() {
    if (m_viewed != 0)
        m_controller.runAgain(m_viewed);
    else if (m_model)
        browseImages();
    else
        browseModel();
}

QStringList InferPage::outputNames(const QueueItem& item) const {
    InferenceRequest request = item.result ? item.result->request : m_controller.requestFor(item);
    request.output = m_settings->settings().output.optionsFor(
        item.path, request.options.ensemble > 1 || (m_model && m_model->knowsErrors),
        item.hasWideSamples.value_or(true));
    std::vector<OutputTarget> targets;
    if (item.result) {
        for (const TargetPrediction& target : item.result->prediction.targets)
            targets.push_back({target.name, target.subTargets});
    } else if (m_model) {
        for (const std::string& name : m_model->targets)
            targets.push_back({name, {}});
    }
    QStringList names;
    try {
        for (const auto& [label, path] : plannedOutputs(request, targets))
            names += toQString(path.lexically_relative(request.output->folder));
    } catch (const Error& error) {
        return {sentence(error.what())};
    }
    return names;
}

void InferPage::updateEstimates() {
    std::array<std::optional<double>, 4> seconds;
    const QueueItem* item = m_controller.queue().find(m_viewed);
    const QString key =
        m_model ? timingKey(m_model->folder, m_settings->settings().options.precision) : QString();
    for (int i = 0; i < 4 && m_model; ++i) {
        const QualityValues values = m_settings->quality().valuesFor(static_cast<Quality>(i));
        RunWork work{key,
                     values.steps,
                     infer::workOfMembers(values.ensemble, m_model->isOneStep),
                     values.processingRes,
                     0,
                     0,
                     m_settings->settings().options.tiles.mode};
        if (item != nullptr && !item->size.isEmpty()) {
            work.width = item->size.width();
            work.height = item->size.height();
        }
        seconds[static_cast<std::size_t>(i)] = m_timings.estimate(work);
    }
    m_settings->quality().setEstimates(seconds, m_device);
}

void InferPage::rememberTime(const InferenceResult& result) {
    if (result.request.sequence) // a frame's time is its neighbours', too
        return;
    m_timings.add(result);
    if (m_timingsFile.empty())
        return;
    // A time that is lost is measured again.
    m_timesWriting.post([file = m_timingsFile, json = m_timings.toJson()](const std::stop_token&) {
        writeQueue(file, json);
    });
}

void InferPage::tellResult(const InferenceResult& result) {
    if (result.badPixels > 0)
        say(MessageBar::Kind::Bad,
            tr("%1 pixels of %2 are no finite numbers.")
                .arg(result.badPixels)
                .arg(toQString(result.request.input.filename())),
            tr("The network saw them clipped; the result may be wrong there."));
    const UsedSettings& used = result.prediction.used;
    rememberTime(result);
    m_device =
        toQString(used.device).section(u':', 0, 0) == QLatin1String("cpu") ? tr("CPU") : tr("GPU");
    QStringList parts{toQString(used.device).toUpper()};
    if (used.device == "cpu")
        parts += tr("%n threads", nullptr, computeThreads());
    parts += toQString(toString(used.precision));
    emit machineChanged(parts.join(QStringLiteral(" · ")));
}

} // namespace unlit::ui
