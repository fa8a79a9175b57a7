// What can be done on the Infer page, by name and key: menus and the command palette read this.
#include "ui/pages/infer/infer_page.h"
#include "ui/widgets/page_action.h"

namespace unlit::ui {

QAction* InferPage::addAction(const QString& text, const QKeySequence& key,
                              const std::function<void()>& act) {
    auto* action = addPageAction(*this, text, key, act);
    m_actions += action;
    return action;
}

void InferPage::makeActions() {
    addAction(tr("Add images…"), QKeySequence::Open, [this] { browseImages(); });
    addAction(tr("Add a folder of images…"), Qt::CTRL | Qt::SHIFT | Qt::Key_O,
              [this] { browseFolder(); });
    addAction(tr("Choose model folder…"), Qt::CTRL | Qt::Key_M, [this] { browseModel(); });
    addAction(tr("Save result"), QKeySequence::Save, [this] { save(m_viewed, false); });
    addAction(tr("Save result as…"), Qt::CTRL | Qt::ALT | Qt::Key_S, [this] { saveAs(); });
    addAction(tr("Save all results that are not saved"), Qt::CTRL | Qt::SHIFT | Qt::Key_S,
              [this] { saveAll(); });
    addAction(tr("Choose output folder…"), {}, [this] { browseOutput(); });
    addAction(tr("Run image again"), Qt::CTRL | Qt::Key_R,
              [this] { m_controller.runAgain(m_viewed); });
    addAction(tr("Read the image from its file again"), Qt::Key_F5, [this] { refresh(); });
    addAction(tr("Finish ensemble with the members that are done"), Qt::CTRL | Qt::Key_E,
              [this] { m_controller.finishEarly(m_viewed); });
    addAction(tr("Cancel image, or take it out of the queue"), Qt::CTRL | Qt::Key_W,
              [this] { closeItems({m_viewed}); });
    addAction(tr("Stop everything"), Qt::CTRL | Qt::Key_Period,
              [this] { m_controller.cancelAll(); });
    addAction(tr("Clear done images"), Qt::CTRL | Qt::Key_K, [this] { clearDone(); });
    addAction(tr("Copy command line"), Qt::CTRL | Qt::SHIFT | Qt::Key_C, [this] { copyCommand(); });
    addAction(tr("Show image in its folder"), {}, [this] {
        if (const QueueItem* item = m_controller.queue().find(m_viewed))
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

void InferPage::makeViewActions() {
    m_actions += m_viewer->viewer().viewActions();
}

} // namespace unlit::ui
