#include "core/train/hooks/metrics_hook.h"

#include "core/infer/memory.h"

#include <algorithm>

namespace unlit::train {

double unixTime() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

void MetricsHook::onTrainBegin(StepContext& context) {
    m_lastStep = Clock::now();
    context.fraction = fractionDone(context);
    if (m_time == nullptr)
        return;
    m_time->begin();
    context.timeLeft = [time = m_time] { return time->seconds(); };
}

void MetricsHook::onStepEnd(StepContext& context) {
    if (m_time != nullptr)
        m_time->endStep(context.position.step);
    const MetricRow row{context.position.step, context.position.epoch, unixTime(),
                        figuresOf(context)};
    m_write(row);
    ScalarsReady event{row.step, row.epoch, {}};
    for (const Scalar& scalar : row.scalars)
        event.scalars.emplace_back(scalar.tag, scalar.value);
    context.post(std::move(event));
    postProgress(context);
}

std::vector<Scalar> MetricsHook::figuresOf(StepContext& context) {
    const Clock::time_point now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - m_lastStep).count();
    m_lastStep = now;
    std::vector<Scalar> figures = {{"train/loss", context.loss}};
    figures.insert(figures.end(), context.scalars.begin(), context.scalars.end());
    const std::vector<Scalar> own = context.task.takeScalars();
    figures.insert(figures.end(), own.begin(), own.end());
    figures.push_back({"n_batch_in_epoch", static_cast<double>(context.position.batchInEpoch)});
    figures.push_back(
        {"perf/images_per_second", static_cast<double>(context.task.picturesPerStep()) / seconds});
    if (const auto resident = infer::residentBytes())
        figures.push_back({"perf/resident_bytes", static_cast<double>(*resident)});
    StepSeconds spentOn = context.task.takeSeconds();
    for (const auto& [what, spent] : spentOn)
        figures.push_back({"time/" + what, spent});
    context.spans = std::move(spentOn.spans);
    figures.push_back({"time/step", seconds});
    if (m_window)
        m_window->addTo(context.position.step, figures);
    return figures;
}

double MetricsHook::fractionDone(const StepContext& context) const {
    const RunPosition& position = context.position;
    if (m_limits.maxIter > 0)
        return std::min(1.0,
                        static_cast<double>(position.step) / static_cast<double>(m_limits.maxIter));
    const double inEpoch = static_cast<double>(position.batchInEpoch) /
                           static_cast<double>(context.task.batchesPerEpoch());
    return std::min(1.0, (static_cast<double>(position.epoch - 1) + inEpoch) /
                             static_cast<double>(std::max<std::int64_t>(1, m_limits.maxEpoch)));
}

void MetricsHook::postProgress(StepContext& context) {
    constexpr auto kPause = std::chrono::milliseconds(100);
    const Clock::time_point now = Clock::now();
    const double fraction = context.fraction = fractionDone(context);
    if (now - m_lastProgress < kPause && fraction < 1)
        return;
    m_lastProgress = now;
    const RunPosition& position = context.position;
    context.post(Progress{fraction,
                          context.secondsLeft(),
                          {{.kind = StagePart::Kind::Step,
                            .at = position.step,
                            .of = std::max<std::int64_t>(m_limits.maxIter, 0)},
                           {.kind = StagePart::Kind::Epoch, .at = position.epoch}}});
}

} // namespace unlit::train
