#include "ui/pages/infer/sequence_stage.h"

#include "ui/kit/text.h"
#include "ui/pages/infer/frame_reader.h"

#include <QKeyEvent>

#include <algorithm>

namespace unlit::ui {

SequenceStage::SequenceStage(InferParts& parts) : m_parts(parts) {
    SequencePlayer& player = parts.viewer.player();
    connect(&m_parts.viewer.playerBar(), &PlayerBar::moved, this, [this] { m_followsRun = false; });
    connect(&player, &SequencePlayer::stillReady, &parts.viewer, &ViewerPanel::showStill);
    connect(&player, &SequencePlayer::settled, this, &SequenceStage::viewFrame);
    connect(&player, &SequencePlayer::wholeReady, this,
            [this](const std::shared_ptr<const InferenceResult>& frame) {
                const QueueItem* item = m_parts.item();
                if (item == nullptr || !item->isSequence())
                    return;
                if (frame->prediction.targets.empty())
                    m_parts.viewer.showInput(frame->input, frame->exposureEv);
                else
                    m_parts.viewer.showResult(frame, item->albedoScale);
                showShown();
            });
    connect(&player, &SequencePlayer::shownChanged, this, &SequenceStage::showShown);
    connect(&player, &SequencePlayer::failed, this, [this](const Failure& failure) {
        m_parts.viewer.showNotice({.icon = QStringLiteral("warning"),
                                   .title = tr("This frame cannot be shown"),
                                   .text = sentence(failure.message),
                                   .isBad = true});
    });
    connect(&m_parts.viewer.viewer().state(), &ViewState::toneChanged, this, [this] {
        if (const QueueItem* item = m_parts.item())
            updateLook(*item);
    });
}

void SequenceStage::toggle() {
    m_followsRun = false;
    m_parts.viewer.player().toggle();
}

void SequenceStage::toggleShown() {
    SequencePlayer& shown = m_parts.viewer.player();
    shown.setShown(shown.shown() == FrameShown::Albedo ? FrameShown::Input : FrameShown::Albedo);
}

void SequenceStage::reload() {
    const QueueItem* item = m_parts.item();
    if (item == nullptr || !item->isSequence())
        return;
    SequencePlayer& player = m_parts.viewer.player();
    const int frame = player.current();
    player.setFrames(framePictures(*item, m_parts.controller.requests().targets()));
    player.show(frame);
}

bool SequenceStage::takeKey(const QKeyEvent& event) {
    SequencePlayer& player = m_parts.viewer.player();
    const bool isAcross = event.key() == Qt::Key_Left || event.key() == Qt::Key_Right;
    if (!isAcross || player.count() == 0 || event.modifiers() != Qt::NoModifier)
        return false;
    m_followsRun = false;
    player.step(event.key() == Qt::Key_Left ? -1 : 1);
    return true;
}

void SequenceStage::updateLook(const QueueItem& item) {
    m_parts.viewer.player().setLook({m_parts.viewer.viewer().state().tone(), item.albedoScale});
}

void SequenceStage::updateFrames(const QueueItem& item) {
    m_parts.viewer.player().updateFrames(
        framePictures(item, m_parts.controller.requests().targets()), item.resultFrame);
}

void SequenceStage::view(const QueueItem& item, bool isOther) {
    SequencePlayer& player = m_parts.viewer.player();
    if (isOther) {
        m_parts.viewer.showNothing();
        player.setFrames(framePictures(item, m_parts.controller.requests().targets()));
        updateLook(item);
        m_followsRun = item.state == QueueState::Running || item.state == QueueState::Waiting;
        player.follow(std::max(item.resultFrame, 0));
        viewFrame();
        return;
    }
    updateFrames(item);
    if (player.isPlaying())
        return;
    if (m_followsRun && item.resultFrame >= 0) {
        player.follow(item.resultFrame);
        viewFrame();
    } else if (!m_parts.viewer.hasResult() && !player.frame(player.current()).targets.empty()) {
        viewFrame(); // it has been made meanwhile
    }
}

void SequenceStage::viewFrame() {
    const QueueItem* item = m_parts.item();
    if (item == nullptr || !item->isSequence())
        return;
    if (item->result && item->resultFrame == m_parts.viewer.player().current())
        m_parts.viewer.showResult(item->result, item->albedoScale);
    else
        m_parts.viewer.player().readWhole();
    showShown();
}

void SequenceStage::showShown() {
    Viewer& viewer = m_parts.viewer.viewer();
    if (!m_parts.viewer.hasResult() || m_parts.viewer.player().isPlaying())
        return;
    const bool isInput = m_parts.viewer.player().shown() == FrameShown::Input;
    if (isInput != (viewer.currentLayer() == 0))
        viewer.showLayer(isInput ? 0 : 1);
}

} // namespace unlit::ui
