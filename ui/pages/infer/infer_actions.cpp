// What can be done on the Infer page, by name and key: menus and the command palette read this.
#include "ui/pages/infer/infer_page.h"
#include "ui/widgets/file_dialog.h"
#include "ui/widgets/page_action.h"

#include <QCursor>

namespace unlit::ui {

QAction* InferPage::addAction(const QString& text, const QKeySequence& key,
                              const std::function<void()>& act) {
    auto* action = addPageAction(*this, text, key, act);
    m_actions += action;
    return action;
}

void InferPage::makeActions() {
    makeResultActions();
    m_actions += m_anchorAction = addPageAction(*this, tr("Anchor brightness here…"), Qt::Key_A,
                                                [this] { m_anchor.ask(QCursor::pos()); });
    addAction(tr("Reset the albedo to the model's brightness"), {},
              [this] { m_anchor.reset(false); });
    m_strokesAction = addAction(tr("Correct the albedo by hand (Strokes)"), Qt::Key_S,
                                [this] { m_strokes.toggle(); });
    addAction(tr("Use these strokes on other frames…"), {}, [this] { m_strokes.carry(); });
    addAction(tr("Open strokes or a side-car for this image…"), {}, [this] { m_strokes.browse(); });
    addAction(tr("Use my corrections to train…"), {}, [this] { m_strokes.browseCorrections(); });
    addAction(tr("Play or pause the sequence"), Qt::SHIFT | Qt::Key_Space,
              [this] { m_sequence.toggle(); });
    addAction(tr("Play frames of the albedo, or of the input"), Qt::SHIFT | Qt::Key_I,
              [this] { m_sequence.toggleShown(); });
    m_actions += m_viewer->viewer().viewActions();
    makeQueueActions();
}

void InferPage::makeResultActions() {
    addAction(tr("Add images…"), QKeySequence::Open, [this] { m_intake.browseImages(); });
    addAction(tr("Add a folder of images…"), Qt::CTRL | Qt::SHIFT | Qt::Key_O,
              [this] { m_intake.browseFolder(); });
    addAction(tr("Choose model folder…"), Qt::CTRL | Qt::Key_M, [this] { m_model.browse(); });
    addAction(tr("Save result"), QKeySequence::Save,
              [this] { m_saver.save(m_parts.viewed, false); });
    addAction(tr("Save result as…"), Qt::CTRL | Qt::ALT | Qt::Key_S, [this] { m_saver.saveAs(); });
    addAction(tr("Save all results that are not saved"), Qt::CTRL | Qt::SHIFT | Qt::Key_S,
              [this] { m_saver.saveAll(); });
    addAction(tr("Choose output folder…"), {}, [this] { m_saver.browseFolder(); });
    addAction(tr("Run image again"), Qt::CTRL | Qt::Key_R,
              [this] { m_controller.runner().runAgain(m_parts.viewed); });
    addAction(tr("Read the image from its file again"), Qt::Key_F5, [this] { refresh(); });
    addAction(tr("Finish ensemble with the members that are done"), Qt::CTRL | Qt::Key_E,
              [this] { m_controller.runner().finishEarly(m_parts.viewed); });
    addAction(tr("Cancel image, or take it out of the queue"), Qt::CTRL | Qt::Key_W,
              [this] { m_verbs.close({m_parts.viewed}); });
    addAction(tr("Stop everything"), Qt::CTRL | Qt::Key_Period,
              [this] { m_controller.edits().cancelAll(); });
    addAction(tr("Clear done images"), Qt::CTRL | Qt::Key_K, [this] { m_verbs.clearDone(); });
    addAction(tr("Copy command line"), Qt::CTRL | Qt::SHIFT | Qt::Key_C,
              [this] { m_clipboard.copyCommand(); });
    addAction(tr("Show image in its folder"), {}, [this] {
        if (const QueueItem* item = m_parts.item())
            showInFolder(item->path);
    });
    const QStringList qualities{tr("Quality: Draft"), tr("Quality: Standard"), tr("Quality: Best"),
                                tr("Quality: Custom")};
    for (int i = 0; i < qualities.size(); ++i)
        addAction(qualities[i], QKeySequence(Qt::ALT | (Qt::Key_1 + i)),
                  [this, i] { m_settings->quality().pick(static_cast<Quality>(i)); });
    addAction(tr("Next image"), Qt::Key_PageDown, [this] { m_queue->step(1); });
    addAction(tr("Previous image"), Qt::Key_PageUp, [this] { m_queue->step(-1); });
}

void InferPage::makeQueueActions() {
    makeUndoActions();
    addAction(tr("Paste an image, files or paths"), QKeySequence::Paste,
              [this] { m_intake.paste(); });
    addAction(tr("Search folders inside folders"), {}, [this] { m_intake.toggleRecursive(); });
    addAction(tr("Hold the queue, or go on"), Qt::CTRL | Qt::Key_P,
              [this] { m_controller.hold().set(!m_controller.hold().isHeld()); });
    addAction(tr("Run all failed images again"), Qt::CTRL | Qt::SHIFT | Qt::Key_R,
              [this] { m_controller.runner().retryFailed(); });
    addAction(tr("Move image up in the queue"), Qt::CTRL | Qt::Key_Up,
              [this] { m_queue->moveChosen(-1); });
    addAction(tr("Move image down in the queue"), Qt::CTRL | Qt::Key_Down,
              [this] { m_queue->moveChosen(1); });
    addAction(tr("Move image to the front of the queue"), Qt::CTRL | Qt::SHIFT | Qt::Key_Up,
              [this] { m_queue->moveChosenToFront(); });
    addAction(tr("Give image settings of its own, or take them away"), Qt::CTRL | Qt::Key_I,
              [this] { setOwn(!m_settings->isOwnShown()); });
    addAction(tr("Use this image's layer, colour and exposure for all that wait"), {},
              [this] { m_verbs.useInputForAll(); });
    addAction(tr("Copy result as a picture"), QKeySequence::Copy,
              [this] { m_clipboard.copyResult(); });
    addAction(tr("Take a sequence for single images"), {}, [this] { m_verbs.splitChosen(); });
    addAction(tr("Join the chosen images to a sequence"), Qt::CTRL | Qt::Key_J,
              [this] { m_verbs.joinChosen(); });
}

void InferPage::makeUndoActions() {
    QAction* undo = addAction(tr("Undo the last removal, cancellation, anchor or stroke"),
                              Qt::CTRL | Qt::Key_Z, [this] {
                                  if (m_strokes.desk().isActive())
                                      m_strokes.desk().undo();
                                  else
                                      m_controller.edits().undo();
                              });
    QAction* redo = addAction(tr("Redo the removal, cancellation, anchor or stroke"),
                              Qt::CTRL | Qt::SHIFT | Qt::Key_Z, [this] {
                                  if (m_strokes.desk().isActive())
                                      m_strokes.desk().redo();
                                  else
                                      m_controller.edits().redo();
                              });
    const auto update = [this, undo, redo] {
        const bool isDrawing = m_strokes.desk().isActive();
        undo->setEnabled(isDrawing ? m_strokes.desk().canUndo() : m_controller.edits().canUndo());
        redo->setEnabled(isDrawing ? m_strokes.desk().canRedo() : m_controller.edits().canRedo());
    };
    connect(&m_strokes.desk(), &StrokeDesk::historyChanged, this, update);
    connect(&m_controller.edits(), &QueueEdits::changed, this, update);
    update();
}

} // namespace unlit::ui
