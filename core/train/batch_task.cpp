#include "core/train/batch_task.h"

#include "core/train/stopwatch.h"

#include <utility>

namespace unlit::train {

BatchTask::BatchTask(std::unique_ptr<data::DataLoader> loader, MicroStepSeeds seeds,
                     std::vector<NamedParameter> parameters, BatchTaskOptions options)
    : m_base(std::move(options)), m_source(std::move(loader), std::move(seeds)),
      m_weights(std::move(parameters), m_base) {
    if (m_base.peers)
        m_shared.emplace(m_base.peers, m_base.exchange, m_weights.optimizer().parameters());
}

std::optional<data::Batch> BatchTask::nextBatch() {
    const SecondsOf timer(m_seconds, "data");
    return m_source.next();
}

std::optional<MicroStepResult> BatchTask::leftOut(const data::Batch& batch) {
    if (!m_shared)
        return {};
    if (m_shared->isEmpty(m_source.placeOf(batch)))
        return MicroStepResult{.kind = MicroStepKind::Empty, .loss = {}, .samples = {}};
    if (!batch.isElsewhere)
        return {};
    m_source.takeSeed();
    return MicroStepResult{.kind = MicroStepKind::Done, .loss = {}, .samples = {}};
}

MicroStepResult BatchTask::empty(const data::Batch& batch) {
    if (m_shared)
        m_shared->noteEmpty(m_source.placeOf(batch));
    return {.kind = MicroStepKind::Empty, .loss = {}, .samples = batch.rgbRelativePath};
}

bool BatchTask::joinStep(RunPosition& position) {
    if (!m_shared)
        return true;
    {
        const SecondsOf timer(m_seconds, "exchange");
        if (!m_shared->join(position))
            return false;
    }
    m_seconds["wait"] += m_shared->waited();
    return true;
}

/// Of this process: others may have more behind it.
bool BatchTask::isLastOfStep() const {
    return m_shared->hasNoneOf(m_base.accumulationSteps - m_source.microStepsBegun(),
                               m_source.place(), batchesPerEpoch());
}

void BatchTask::addGradientsOf(const torch::Tensor& loss, bool isLast) {
    if (m_beforeBackward)
        m_beforeBackward();
    std::optional<GradientSums::LastBackward> last;
    if (m_shared && isLast && isLastOfStep())
        last.emplace(m_shared->sums());
    const SecondsOf timer(m_seconds, "backward");
    m_weights.scaled(loss / static_cast<double>(m_base.accumulationSteps)).backward();
}

void BatchTask::followSchedules(std::int64_t stepsDone) {
    m_stepsDone = stepsDone;
    m_weights.optimizer().followSchedules(stepsDone);
}

void BatchTask::optimizerStep() {
    const SecondsOf timer(m_seconds, "optimizer");
    m_weights.step(m_stepsDone + 1);
}

void BatchTask::rewindStep() {
    if (m_shared)
        m_shared->sums().makeAgain();
    m_weights.optimizer().clearGradients();
    m_source.rewindStep();
}

void BatchTask::addState(weights::StateDict& state, nlohmann::json& json) const {
    m_weights.addState(state);
    m_weights.addCounts(json);
    m_source.addState(state);
    m_source.addCounts(json);
}

void BatchTask::restore(const weights::StateDict& state, const nlohmann::json& json,
                        const RunPosition& position, const std::string& file) {
    m_source.restore(state, json, position.microStep, file);
    // Gradients of a step that was saved in its middle count once, not once a process.
    m_weights.restore(state, json, !m_base.peers || m_base.peers->isFirst(), file);
}

StepSeconds BatchTask::takeSeconds() {
    StepSeconds taken = std::exchange(m_seconds, {});
    m_seconds.keepsSpans = taken.keepsSpans;
    return taken;
}

} // namespace unlit::train
