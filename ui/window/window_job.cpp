#include "ui/window/window_job.h"

#include "ui/kit/stage_text.h"
#include "ui/kit/text.h"

#include <algorithm>
#include <optional>

namespace unlit::ui {

void WindowJob::show() {
    auto& controller = m_pages.infer.controller();
    const QueueItem* item = controller.queue().find(controller.runner().running());
    if (item == nullptr && m_pages.train.controller().isBusy())
        return showTraining(m_pages.train.controller());
    if (item == nullptr && controller.upkeep().saving().asked > 0) {
        const SaveCount& saving = controller.upkeep().saving();
        m_status.showWork(
            tr("saving %1 of %2").arg(std::min(saving.ended + 1, saving.asked)).arg(saving.asked),
            static_cast<double>(saving.ended) / saving.asked);
        return;
    }
    if (item == nullptr) {
        m_status.clearJob();
        return;
    }
    QString text = toQString(item->name());
    if (!item->what.isEmpty())
        text += QStringLiteral(" · ") + item->what;
    m_status.showJob(text, item->fraction, item->secondsLeft);
}

void WindowJob::showTraining(const TrainController& training) {
    const Progress& progress = training.progress();
    QString text = training.isTraining() ? tr("training") : tr("rehearsing");
    text += QStringLiteral(" · ") +
            (progress.stage.empty() ? training.title() : stageText(progress.stage));
    const ShownRun& run = m_pages.train.run(); // as the page says it
    const std::optional<double> left = run.isOwn() ? run.secondsLeft() : std::nullopt;
    m_status.showJob(text, progress.fraction, left ? left : progress.secondsLeft);
}

void WindowJob::stop() {
    auto& inference = m_pages.infer.controller();
    if (inference.queue().find(inference.runner().running()) != nullptr)
        inference.edits().cancelAll();
    else
        m_pages.train.controller().stopAndSave();
}

} // namespace unlit::ui
