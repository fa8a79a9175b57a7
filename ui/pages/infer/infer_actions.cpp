#include "ui/pages/infer/infer_actions.h"

#include "ui/widgets/file_dialog.h"
#include "ui/widgets/page_action.h"

#include <QCursor>

namespace unlit::ui {

InferActions::InferActions(InferParts& parts, const InferDuties& duties)
    : m_parts(parts), m_do(duties) {
    addFiles();
    addRuns();
    addLooks();
    addQueue();
    connectQueue();
    connectViewer();
    connectSettings();
}

QAction* InferActions::add(const QString& text, const QKeySequence& key,
                           const std::function<void()>& act) {
    QAction* action = addPageAction(m_parts.window, text, key, act);
    m_all += action;
    return action;
}

void InferActions::addFiles() {
    add(tr("Add images…"), QKeySequence::Open, [this] { m_do.intake.browseImages(); });
    add(tr("Add a folder of images…"), Qt::CTRL | Qt::SHIFT | Qt::Key_O,
        [this] { m_do.intake.browseFolder(); });
    add(tr("Choose model folder…"), Qt::CTRL | Qt::Key_M, [this] { m_do.model.browse(); });
    add(tr("Save result"), QKeySequence::Save, [this] { m_do.saver.save(m_parts.viewed, false); });
    add(tr("Save result as…"), Qt::CTRL | Qt::ALT | Qt::Key_S, [this] { m_do.saver.saveAs(); });
    add(tr("Save all results that are not saved"), Qt::CTRL | Qt::SHIFT | Qt::Key_S,
        [this] { m_do.saver.saveAll(); });
    add(tr("Choose output folder…"), {}, [this] { m_do.saver.browseFolder(); });
}

void InferActions::addRuns() {
    add(tr("Run image again"), Qt::CTRL | Qt::Key_R,
        [this] { m_parts.controller.runner().runAgain(m_parts.viewed); });
    add(tr("Read the image from its file again"), Qt::Key_F5, [this] { m_do.shown.readAgain(); });
    add(tr("Finish ensemble with the members that are done"), Qt::CTRL | Qt::Key_E,
        [this] { m_parts.controller.runner().finishEarly(m_parts.viewed); });
    add(tr("Cancel image, or take it out of the queue"), Qt::CTRL | Qt::Key_W,
        [this] { m_do.verbs.close({m_parts.viewed}); });
    add(tr("Stop everything"), Qt::CTRL | Qt::Key_Period,
        [this] { m_parts.controller.edits().cancelAll(); });
    add(tr("Clear done images"), Qt::CTRL | Qt::Key_K, [this] { m_do.verbs.clearDone(); });
    add(tr("Copy command line"), Qt::CTRL | Qt::SHIFT | Qt::Key_C,
        [this] { m_do.clipboard.copyCommand(); });
    add(tr("Show image in its folder"), {}, [this] {
        if (const QueueItem* item = m_parts.item())
            showInFolder(item->path);
    });
    const QStringList qualities{tr("Quality: Draft"), tr("Quality: Standard"), tr("Quality: Best"),
                                tr("Quality: Custom")};
    for (int i = 0; i < qualities.size(); ++i)
        add(qualities[i], QKeySequence(Qt::ALT | (Qt::Key_1 + i)),
            [this, i] { m_parts.settings.quality().pick(static_cast<Quality>(i)); });
    add(tr("Next image"), Qt::Key_PageDown, [this] { m_parts.queue.step(1); });
    add(tr("Previous image"), Qt::Key_PageUp, [this] { m_parts.queue.step(-1); });
}

void InferActions::addLooks() {
    m_anchor =
        add(tr("Anchor brightness here…"), Qt::Key_A, [this] { m_do.anchor.ask(QCursor::pos()); });
    add(tr("Reset the albedo to the model's brightness"), {}, [this] { m_do.anchor.reset(false); });
    m_strokes = add(tr("Correct the albedo by hand (Strokes)"), Qt::Key_S,
                    [this] { m_do.strokes.toggle(); });
    add(tr("Use these strokes on other frames…"), {}, [this] { m_do.strokes.carry(); });
    add(tr("Open strokes or a side-car for this image…"), {}, [this] { m_do.strokes.browse(); });
    add(tr("Use my corrections to train…"), {}, [this] { m_do.strokes.browseCorrections(); });
    add(tr("Play or pause the sequence"), Qt::SHIFT | Qt::Key_Space,
        [this] { m_do.sequence.toggle(); });
    add(tr("Play frames of the albedo, or of the input"), Qt::SHIFT | Qt::Key_I,
        [this] { m_do.sequence.toggleShown(); });
    m_all += m_parts.viewer.viewer().viewActions();
}

void InferActions::addQueue() {
    addUndo();
    add(tr("Paste an image, files or paths"), QKeySequence::Paste, [this] { m_do.intake.paste(); });
    add(tr("Search folders inside folders"), {}, [this] { m_do.intake.toggleRecursive(); });
    add(tr("Hold the queue, or go on"), Qt::CTRL | Qt::Key_P,
        [this] { m_parts.controller.hold().set(!m_parts.controller.hold().isHeld()); });
    add(tr("Run all failed images again"), Qt::CTRL | Qt::SHIFT | Qt::Key_R,
        [this] { m_parts.controller.runner().retryFailed(); });
    add(tr("Move image up in the queue"), Qt::CTRL | Qt::Key_Up,
        [this] { m_parts.queue.moveChosen(-1); });
    add(tr("Move image down in the queue"), Qt::CTRL | Qt::Key_Down,
        [this] { m_parts.queue.moveChosen(1); });
    add(tr("Move image to the front of the queue"), Qt::CTRL | Qt::SHIFT | Qt::Key_Up,
        [this] { m_parts.queue.moveChosenToFront(); });
    add(tr("Give image settings of its own, or take them away"), Qt::CTRL | Qt::Key_I,
        [this] { m_do.own.setOwn(!m_parts.settings.isOwnShown()); });
    add(tr("Use this image's layer, colour and exposure for all that wait"), {},
        [this] { m_do.verbs.useInputForAll(); });
    add(tr("Copy result as a picture"), QKeySequence::Copy,
        [this] { m_do.clipboard.copyResult(); });
    add(tr("Take a sequence for single images"), {}, [this] { m_do.verbs.splitChosen(); });
    add(tr("Join the chosen images to a sequence"), Qt::CTRL | Qt::Key_J,
        [this] { m_do.verbs.joinChosen(); });
}

void InferActions::addUndo() {
    QAction* undo = add(tr("Undo the last removal, cancellation, anchor or stroke"),
                        Qt::CTRL | Qt::Key_Z, [this] {
                            if (m_do.strokes.desk().isActive())
                                m_do.strokes.desk().undo();
                            else
                                m_parts.controller.edits().undo();
                        });
    QAction* redo = add(tr("Redo the removal, cancellation, anchor or stroke"),
                        Qt::CTRL | Qt::SHIFT | Qt::Key_Z, [this] {
                            if (m_do.strokes.desk().isActive())
                                m_do.strokes.desk().redo();
                            else
                                m_parts.controller.edits().redo();
                        });
    const auto update = [this, undo, redo] {
        const bool isDrawing = m_do.strokes.desk().isActive();
        undo->setEnabled(isDrawing ? m_do.strokes.desk().canUndo()
                                   : m_parts.controller.edits().canUndo());
        redo->setEnabled(isDrawing ? m_do.strokes.desk().canRedo()
                                   : m_parts.controller.edits().canRedo());
    };
    connect(&m_do.strokes.desk(), &StrokeDesk::historyChanged, this, update);
    connect(&m_parts.controller.edits(), &QueueEdits::changed, this, update);
    update();
}

} // namespace unlit::ui
