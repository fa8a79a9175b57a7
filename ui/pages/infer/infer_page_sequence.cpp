// Sequences on the Infer page: the one on show plays, and pictures become one or are taken apart.
#include "core/base/error.h"
#include "core/session/infer/sequence_frames.h"
#include "ui/kit/text.h"
#include "ui/pages/infer/infer_page.h"

#include <QKeyEvent>

#include <algorithm>

namespace unlit::ui {

void InferPage::makePlayer() {
    SequencePlayer& player = m_viewer->player();
    connect(&m_viewer->playerBar(), &PlayerBar::moved, this, [this] { m_followsRun = false; });
    connect(&player, &SequencePlayer::stillReady, m_viewer, &ViewerPanel::showStill);
    connect(&player, &SequencePlayer::settled, this, &InferPage::viewFrame);
    connect(&player, &SequencePlayer::wholeReady, this,
            [this](const std::shared_ptr<const InferenceResult>& frame) {
                const QueueItem* item = m_controller.queue().find(m_viewed);
                if (item == nullptr || !item->isSequence())
                    return;
                if (frame->prediction.targets.empty())
                    m_viewer->showInput(frame->input, frame->exposureEv);
                else
                    m_viewer->showResult(frame, item->albedoScale);
                showShown();
            });
    connect(&player, &SequencePlayer::shownChanged, this, &InferPage::showShown);
    connect(&player, &SequencePlayer::failed, this, [this](const Failure& failure) {
        m_viewer->showNotice({.icon = QStringLiteral("warning"),
                              .title = tr("This frame cannot be shown"),
                              .text = sentence(failure.message),
                              .isBad = true});
    });
    connect(&m_viewer->viewer().state(), &ViewState::toneChanged, this, [this] {
        if (const QueueItem* item = m_controller.queue().find(m_viewed))
            updateLook(*item);
    });
    addAction(tr("Play or pause the sequence"), Qt::SHIFT | Qt::Key_Space, [this] {
        m_followsRun = false;
        m_viewer->player().toggle();
    });
    addAction(tr("Play frames of the albedo, or of the input"), Qt::SHIFT | Qt::Key_I, [this] {
        SequencePlayer& shown = m_viewer->player();
        shown.setShown(shown.shown() == FrameShown::Albedo ? FrameShown::Input
                                                           : FrameShown::Albedo);
    });
}

void InferPage::updateLook(const QueueItem& item) {
    m_viewer->player().setLook({m_viewer->viewer().state().tone(), item.albedoScale});
}

void InferPage::updateFrames(const QueueItem& item) {
    m_viewer->player().updateFrames(framePictures(item, m_controller.targets()), item.resultFrame);
}

void InferPage::viewSequence(const QueueItem& item, bool isOther) {
    SequencePlayer& player = m_viewer->player();
    if (isOther) {
        m_viewer->showNothing();
        player.setFrames(framePictures(item, m_controller.targets()));
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
    } else if (!m_viewer->hasResult() && !player.frame(player.current()).targets.empty()) {
        viewFrame(); // it has been made meanwhile
    }
}

void InferPage::viewFrame() {
    const QueueItem* item = m_controller.queue().find(m_viewed);
    if (item == nullptr || !item->isSequence())
        return;
    if (item->result && item->resultFrame == m_viewer->player().current())
        m_viewer->showResult(item->result, item->albedoScale);
    else
        m_viewer->player().readWhole();
    showShown();
}

void InferPage::showShown() {
    Viewer& viewer = m_viewer->viewer();
    if (!m_viewer->hasResult() || m_viewer->player().isPlaying())
        return;
    const bool isInput = m_viewer->player().shown() == FrameShown::Input;
    if (isInput != (viewer.currentLayer() == 0))
        viewer.showLayer(isInput ? 0 : 1);
}

std::shared_ptr<const InferenceResult> InferPage::resultOf(const QueueItem& item) const {
    if (!item.isSequence() || item.id != m_viewed)
        return item.result;
    return m_viewer->hasResult() ? m_viewer->result() : item.result;
}

void InferPage::keyPressEvent(QKeyEvent* event) {
    if (takeStrokeKey(*event))
        return;
    SequencePlayer& player = m_viewer->player();
    const bool isAcross = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    if (!isAcross || player.count() == 0 || event->modifiers() != Qt::NoModifier) {
        QWidget::keyPressEvent(event);
        return;
    }
    m_followsRun = false;
    player.step(event->key() == Qt::Key_Left ? -1 : 1);
}

void InferPage::tellSequences(const std::vector<QueueItemId>& ids) {
    if (ids.empty())
        return;
    const QueueItem& item = *m_controller.queue().find(ids.front());
    QString text =
        tr("%1 files are one sequence, %2.").arg(item.frames.size()).arg(toQString(item.name()));
    if (ids.size() > 1)
        text = tr("%1 sequences were found.").arg(ids.size());
    std::vector<std::filesystem::path> files;
    for (const QueueFrame& frame : item.frames)
        files.push_back(frame.path);
    const QString missing =
        ids.size() > 1 ? QString() : toQString(missingFramesText(findSequences(files).front()));
    QString hint = tr("One brightness for all, and no flicker. Frames are saved as they are done.");
    if (!missing.isEmpty()) {
        hint = missing.section(QStringLiteral(": "), 1);
        hint[0] = hint[0].toUpper();
        hint += u'.';
    }
    m_settings->message().say(missing.isEmpty() ? MessageBar::Kind::Good : MessageBar::Kind::Bad,
                              text, hint, {{tr("Take for single images"), [this, ids] {
                                                for (const QueueItemId id : ids)
                                                    m_controller.splitSequence(id);
                                            }}});
}

void InferPage::splitChosen() {
    int split = 0;
    for (const QueueItemId id : m_queue->chosen()) {
        const QueueItem* item = m_controller.queue().find(id);
        if (item == nullptr || !item->isSequence())
            continue;
        m_controller.splitSequence(id);
        ++split;
    }
    if (split == 0)
        say(MessageBar::Kind::Bad, tr("That is no sequence."));
}

void InferPage::joinChosen() {
    try {
        if (const QueueItemId id = m_controller.joinSequence(m_queue->chosen()); id != 0) {
            m_queue->select(id);
            tellSequences({id});
            return;
        }
    } catch (const Error& error) {
        say(MessageBar::Kind::Bad, sentence(error.what()), sentence(error.hint()));
        return;
    }
    say(MessageBar::Kind::Bad, tr("These images are no frames of one sequence."),
        tr("Choose two or more that do not run, with the same name but for the number at its "
           "end."));
}

} // namespace unlit::ui
