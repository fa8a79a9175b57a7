#include "ui/train/run_hand.h"

#include "core/base/failure.h"
#include "ui/kit/text.h"
#include "ui/plots/plot_text.h"

#include <utility>

namespace unlit::ui {

RunHand::RunHand(const TrainParts& parts) : m_parts(parts) {
    connect(&m_parts.run.steering(), &RunSteering::failed, this, [this](const Failure& failure) {
        m_parts.message.sayFailure(tr("The run does not do it"), failure);
    });
    connect(&m_parts.run.steering(), &RunSteering::took, this, &RunHand::sayTaken);
    connect(&m_parts.controller, &TrainController::checkpointSaved, this,
            [this](const CheckpointSaved& checkpoint) {
                if (std::exchange(m_usesWhenSaved, false))
                    emit useModelAsked(toQString(checkpoint.folder));
            });
    connect(&m_parts.controller, &TrainController::ended, this,
            [this] { m_usesWhenSaved = false; });
}

void RunHand::sayTaken(runs::RunVerb verb) {
    if (verb == runs::RunVerb::Validate || verb == runs::RunVerb::Save)
        m_parts.message.say(
            MessageBar::Kind::Good, tr("The run was asked"),
            tr("It does so before its next micro-batch; of several processes, its next step."));
    else if (verb == runs::RunVerb::Histograms)
        m_parts.message.say(MessageBar::Kind::Good, tr("Histograms are written"),
                            tr("Of all trained weights and their gradients, at the step under way; "
                               "TensorBoard shows them."));
    m_parts.run.watcher().lookNow();
}

void RunHand::steer(runs::RunVerb verb) {
    if (!m_parts.run.isOwn()) {
        if (m_parts.bar.state().verbs == RunVerbs::Steered)
            m_parts.run.steering().ask(verb);
        return;
    }
    TrainController& own = m_parts.controller;
    switch (verb) {
    case runs::RunVerb::Pause:
        return own.pause();
    case runs::RunVerb::Continue:
        return own.goOn();
    case runs::RunVerb::Validate:
        return own.validateNow();
    case runs::RunVerb::Save:
        return own.saveNow();
    case runs::RunVerb::Stop:
        return own.stopAndSave();
    case runs::RunVerb::Status:
    case runs::RunVerb::LearningRate:
    case runs::RunVerb::Histograms:
        return;
    }
}

void RunHand::pauseOrGoOn() {
    steer(m_parts.bar.state().isPaused ? runs::RunVerb::Continue : runs::RunVerb::Pause);
}

/// By way of the folder, whoever trains the run: it knows whether it writes event files.
void RunHand::writeHistograms() {
    const RunBarState& state = m_parts.bar.state();
    if (state.verbs == RunVerbs::Steered || (state.verbs == RunVerbs::Own && state.isReady))
        m_parts.run.steering().ask(runs::RunVerb::Histograms);
}

void RunHand::changeRate(double rate) {
    try {
        if (m_parts.run.isOwn())
            m_parts.controller.setLearningRate(rate);
        else
            m_parts.run.steering().ask(runs::RunVerb::LearningRate, rate);
        m_parts.message.say(
            MessageBar::Kind::Good, tr("The learning rate becomes %1").arg(figureText(rate)),
            tr("From the next micro-batch on; the schedule goes on multiplying it."));
    } catch (...) {
        m_parts.message.sayFailure(tr("The learning rate stays"), translateCurrentException());
    }
}

void RunHand::useWeights() {
    if (m_parts.run.isOwn()) {
        m_usesWhenSaved = true;
        m_parts.controller.saveNow();
        return;
    }
    const std::filesystem::path latest = m_parts.run.latest();
    if (!latest.empty())
        emit useModelAsked(toQString(latest));
    else
        m_parts.message.say(MessageBar::Kind::Bad, tr("The run has no checkpoint yet"),
                            tr("It comes with save_period steps of its trainer."));
}

} // namespace unlit::ui
