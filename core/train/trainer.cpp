#include "core/train/trainer.h"

#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/base/log.h"
#include "core/infer/device.h"
#include "core/infer/memory.h"
#include "core/train/distributed/shared_validation.h"

#include <nlohmann/json.hpp>
#include <torch/utils.h>

#include <cmath>
#include <exception>
#include <utility>

namespace unlit::train {

std::string_view toString(RunEnd end) {
    switch (end) {
    case RunEnd::Complete:
        return "complete";
    case RunEnd::TimeUp:
        return "time is up";
    case RunEnd::Stopped:
        return "stopped";
    case RunEnd::Failed:
        return "failed";
    }
    return "";
}

Trainer::Trainer(TrainTask& task, RunLimits limits, RunPosition position,
                 std::vector<std::unique_ptr<Hook>> hooks)
    : m_task(task), m_limits(limits), m_position(std::move(position)), m_stepStart(m_position),
      m_hooks(std::move(hooks)) {
    m_sawWholeEpoch = m_position.batchInEpoch == 0;
}

RunEnd Trainer::run(const PostEvent& post, std::stop_token stop) {
    StepContext context{
        .task = m_task, .position = m_position, .post = post, .stop = std::move(stop)};
    context.reach = [this, &context](extension::Point point) {
        for (const auto& hook : m_hooks)
            hook->onPoint(context, point);
    };
    m_task.callBeforeBackward([&context] { context.reached(extension::Point::BeforeBackward); });
    RunEnd end = RunEnd::Failed;
    std::exception_ptr failure;
    try {
        const torch::AutoGradMode gradients(true); // belongs to the thread, which others use, too
        for (const auto& hook : m_hooks)
            hook->onTrainBegin(context);
        end = loop(context);
        if (m_task.keepsStateApart() && !m_task.peers()->isFirst())
            endTogether(context);
    } catch (...) {
        failure = std::current_exception();
        // What the others keep can be asked for where they wait, between two steps.
        if (m_task.keepsStateApart() && m_hasAgreed)
            context.isConsistent = false;
        try {
            rewind(context);
        } catch (...) {
            logSwallowed("taking a failed run back to its last whole step");
            context.isConsistent = false; // what is on disk stays; the first failure is told
        }
    }
    const bool endedTogether = m_task.keepsStateApart() && !failure;
    for (auto hook = m_hooks.rbegin(); hook != m_hooks.rend(); ++hook) {
        try {
            (*hook)->onTrainEnd(context, end);
        } catch (...) {
            if (failure)
                logSwallowed("ending a run that has failed already");
            else
                failure = std::current_exception();
        }
    }
    m_task.callBeforeBackward({});
    if (endedTogether && m_task.peers()->isFirst())
        endTogether(context);
    if (failure)
        std::rethrow_exception(failure);
    return end;
}

RunEnd Trainer::loop(StepContext& context) {
    if (m_position.microStep == 0)
        beginStep();
    while (!isComplete()) {
        if (const auto end = pause(context))
            return *end;
        tellBegins(context);
        m_isInStep = true;
        m_task.followSchedules(m_position.step);
        try {
            microStep(context);
        } catch (...) {
            if (!stepDown(context))
                throw;
            continue;
        }
        if (m_position.microStep < m_task.accumulationSteps())
            continue;
        if (!m_task.joinStep(m_position)) {
            beginStepAgain(context);
            continue;
        }
        m_task.finishBackward();
        for (const auto& hook : m_hooks)
            hook->onBackwardEnd(context);
        context.reached(extension::Point::BeforeOptimizer);
        optimizerStep(context);
        m_isInStep = false;
        context.reached(extension::Point::AfterOptimizer);
        for (const auto& hook : m_hooks)
            hook->onStepEnd(context);
        context.scalars.clear();
    }
    if (m_task.peers() !=
        nullptr) // the first one may have called for something after the last step
        (void)agree(context, {});
    // A stop during the hooks of the last step leaves something to be done on resume.
    return m_position.inEvaluation ? RunEnd::Stopped : RunEnd::Complete;
}

void Trainer::tellBegins(const StepContext& context) {
    if (m_position.batchInEpoch == 0 && m_toldEpoch < m_position.epoch) {
        m_toldEpoch = m_position.epoch;
        context.reached(extension::Point::BeforeEpoch);
    }
    if (!m_isInStep && m_position.microStep == 0)
        context.reached(extension::Point::BeforeStep);
}

/// Before a micro-batch. Of several processes each has gradients of its own until a step is done:
/// they stop for hooks between two steps.
std::optional<RunEnd> Trainer::pause(StepContext& context) {
    Peers* const peers = m_task.peers();
    if (peers != nullptr && m_hasAgreed)
        return {};
    for (const auto& hook : m_hooks)
        hook->onMicroBegin(context);
    const std::optional<RunEnd> wanted =
        context.stop.stop_requested() ? RunEnd::Stopped : context.wanted;
    if (peers == nullptr)
        return wanted;
    m_hasAgreed = true;
    return agree(context, wanted);
}

/// What all processes do: end, where one wants to, and take the first one's learning rate. Before
/// that the others do what the first one calls for.
std::optional<RunEnd> Trainer::agree(const StepContext& context, std::optional<RunEnd> wanted) {
    using nlohmann::json;
    const std::optional<double>& rate = m_position.learningRate;
    const json mine = {{"end", wanted ? json(static_cast<int>(*wanted)) : json()},
                       {"rate", rate ? json(*rate) : json()}};
    const std::vector<std::string> told = exchange(context, mine.dump());
    std::optional<RunEnd> end;
    for (const std::string& text : told)
        if (const json wish = json::parse(text).at("end"); !wish.is_null() && !end)
            end = static_cast<RunEnd>(wish.get<int>());
    const json ofFirst = json::parse(told.front()).at("rate");
    m_position.learningRate =
        ofFirst.is_null() ? std::nullopt : std::optional(ofFirst.get<double>());
    return end;
}

/// What all say, once the first one says so, too; the others do before what it calls for.
std::vector<std::string> Trainer::exchange(const StepContext& context, const std::string& mine) {
    Peers& peers = *m_task.peers();
    while (true) {
        std::vector<std::string> told = peers.exchange(mine);
        if (peers.isFirst())
            return told;
        if (m_serve && SharedValidation::isCall(told.front()))
            m_serve(told.front(), context);
        else if (!m_task.giveState(told.front()))
            return told;
    }
}

/// The first one saves what the others keep, before they leave.
void Trainer::endTogether(const StepContext& context) {
    (void)exchange(context, "{}");
}

bool Trainer::isComplete() const {
    return m_position.epoch > m_limits.maxEpoch ||
           (m_limits.maxIter > 0 && m_position.step >= m_limits.maxIter);
}

void Trainer::microStep(StepContext& context) {
    MicroStepResult result = m_task.microStep();
    if (Peers* const peers = m_task.peers())
        peers->getOn();
    if (result.kind == MicroStepKind::EpochEnd) {
        endEpoch(context);
        return;
    }
    ++m_position.batchInEpoch;
    if (result.kind == MicroStepKind::Empty) {
        ++m_position.emptyBatches;
        if (!result.samples.empty()) // its own process tells it
            context.log(LogLine::Level::Warning,
                        "a batch was passed over, no latent cell of it is valid: " +
                            result.samples.front());
        return;
    }
    m_learntInEpoch = true;
    ++m_position.microStep;
    m_position.losses.push_back(result.loss.defined() ? result.loss.item<float>() : NAN);
    m_position.samples.push_back(std::move(result.samples));
    m_position.sampleLosses.insert(m_position.sampleLosses.end(), result.sampleLosses.begin(),
                                   result.sampleLosses.end());
}

void Trainer::endEpoch(const StepContext& context) {
    if (m_sawWholeEpoch && !m_learntInEpoch)
        throw Error::invalidInput("a whole epoch had no latent cell to learn from",
                                  "look at the masks of the training set: unlit dataset check");
    m_sawWholeEpoch = true;
    m_learntInEpoch = false;
    if (m_endedEpoch < m_position.epoch) { // a step that is begun again ends it again
        m_endedEpoch = m_position.epoch;
        context.reached(extension::Point::AfterEpoch);
    }
    ++m_position.epoch;
    m_position.batchInEpoch = 0;
}

void Trainer::beginStep() {
    m_stepStart = m_position;
    m_canRewind = true;
    m_hasAgreed = false;
    m_learntAtStart = m_learntInEpoch;
    m_wholeAtStart = m_sawWholeEpoch;
    m_task.beginStep();
}

void Trainer::optimizerStep(StepContext& context) {
    double sum = 0;
    for (const float loss : m_position.losses)
        sum += loss;
    context.loss = sum / static_cast<double>(m_position.losses.size());
    context.isConsistent = false;
    m_task.optimizerStep();
    ++m_position.step;
    m_position.microStep = 0;
    m_position.losses.clear();
    m_position.samples.clear();
    m_position.sampleLosses.clear();
    beginStep();
    context.isConsistent = true;
}

/// Called while an exception is being handled: by then everything that the micro-batch had
/// allocated is free again.
bool Trainer::stepDown(StepContext& context) {
    const Failure failure = translateCurrentException();
    if (failure.kind != ErrorKind::OutOfMemory)
        return false;
    const std::string step = "step " + std::to_string(m_position.step + 1);
    if (!m_canRewind)
        throw Error(ErrorKind::OutOfMemory,
                    "the memory did not suffice for " + step +
                        ", which was resumed in its middle: " + failure.message,
                    "close other programs and resume again, or resume from checkpoint/previous");
    const std::optional<std::string> change = m_task.stepDown();
    if (!change)
        throw Error(ErrorKind::OutOfMemory,
                    "the memory does not suffice for " + step +
                        ", and nothing is left that could be done with less: " + failure.message,
                    "use smaller pictures (crop_size, resize_to_hw) or a smaller model, or close "
                    "other programs; the run can be resumed");
    beginStepAgain(context);
    infer::releaseFreedMemory();
    infer::releaseDeviceMemory();
    context.log(LogLine::Level::Warning, "the memory did not suffice for " + step + " (" +
                                             failure.message + "): " + *change +
                                             " from now on; the step begins again");
    return true;
}

void Trainer::beginStepAgain(StepContext& context) {
    if (!m_canRewind)
        throw Error::invalidInput("step " + std::to_string(m_position.step + 1) +
                                      " was saved in its middle and cannot be begun again",
                                  "let one process alone go on until it is done");
    rewind(context);
    m_isInStep = false;
    m_learntInEpoch = m_learntAtStart;
    m_sawWholeEpoch = m_wholeAtStart;
}

void Trainer::rewind(StepContext& context) {
    // Hooks that failed at a step's end have changed nothing that the step needs.
    if (!context.isConsistent || !m_isInStep)
        return;
    // A step that was resumed in its middle starts on disk: there it still is.
    context.isConsistent = m_canRewind;
    if (!m_canRewind)
        return;
    m_stepStart.learningRate = m_position.learningRate;
    m_position = m_stepStart;
    m_task.rewindStep();
}

} // namespace unlit::train
