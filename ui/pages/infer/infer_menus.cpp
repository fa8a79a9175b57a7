#include "ui/pages/infer/infer_menus.h"

#include "ui/viewer/compare_menu.h"
#include "ui/viewer/viewer_action_table.h"
#include "ui/widgets/file_dialog.h"

#include <QMenu>

namespace unlit::ui {

InferMenus::InferMenus(InferParts& parts, const InferDuties& duties, const InferActions& actions)
    : m_parts(parts), m_do(duties), m_actions(actions) {
    connect(&parts.queue, &QueuePanel::menuAsked, this, &InferMenus::showQueueMenu);
    ImageView& picture = parts.viewer.view();
    picture.setContextMenuPolicy(Qt::CustomContextMenu);
    connect(&picture, &QWidget::customContextMenuRequested, this, [this](const QPoint& place) {
        showPictureMenu(m_parts.viewer.view().mapToGlobal(place));
    });
}

void InferMenus::showQueueMenu(QueueItemId id, const QPoint& globalPlace) {
    const QueueItem* item = m_parts.controller.queue().find(id);
    if (item == nullptr)
        return;
    m_parts.queue.select(id);
    const bool isActive = item->state == QueueState::Running || item->state == QueueState::Waiting;
    auto* menu = new QMenu(&m_parts.window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Run again"), this, [this, id] { m_parts.controller.runner().runAgain(id); })
        ->setEnabled(!isActive);
    menu->addAction(tr("Save"), this, [this, id] { m_do.saver.save(id, false); })
        ->setEnabled(item->result != nullptr && !item->isSequence());
    menu->addAction(tr("Save as…"), this, [this] { m_do.saver.saveAs(); })
        ->setEnabled(item->result != nullptr && !item->isSequence());
    menu->addAction(tr("Copy result as a picture"), this, [this] { m_do.clipboard.copyResult(); })
        ->setEnabled(m_parts.resultOf(*item) != nullptr);
    menu->addAction(tr("Copy command line"), this, [this] { m_do.clipboard.copyCommand(); });
    menu->addSeparator();
    menu->addAction(item->own ? tr("Use the settings of all") : tr("Settings of its own"), this,
                    [this, isOwn = item->own.has_value()] { m_do.own.setOwn(!isOwn); });
    menu->addAction(tr("Use its layer, colour and exposure for all that wait"), this,
                    [this] { m_do.verbs.useInputForAll(); });
    menu->addSeparator();
    if (item->isSequence())
        menu->addAction(tr("Take it for single images"), this,
                        [this] { m_do.verbs.splitChosen(); });
    else if (m_parts.queue.chosen().size() > 1)
        menu->addAction(tr("Join the chosen images to a sequence"), this,
                        [this] { m_do.verbs.joinChosen(); });
    menu->addAction(tr("Move to the front"), this, [this] { m_parts.queue.moveChosenToFront(); });
    menu->addAction(tr("Show in folder"), this, [this, path = item->path] { showInFolder(path); });
    menu->addAction(isActive ? tr("Cancel") : tr("Take out of the queue"), this,
                    [this, id] { m_do.verbs.close({id}); });
    menu->popup(globalPlace);
}

void InferMenus::showPictureMenu(const QPoint& globalPlace) {
    if (m_do.strokes.desk().isActive())
        return; // the right button erases
    const QueueItem* item = m_parts.item();
    const auto pixel = m_parts.viewer.viewer().readout().probedPixel();
    auto* menu = new QMenu(&m_parts.window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* here = menu->addAction(m_actions.anchor().text(), this, [this, pixel, globalPlace] {
        m_do.anchor.askAt(globalPlace, pixel); // the pointer is on the menu now
    });
    here->setShortcut(m_actions.anchor().shortcut());
    here->setEnabled(item != nullptr && m_parts.resultOf(*item) && pixel);
    menu->addAction(tr("Reset the albedo to the model's brightness"), this,
                    [this] { m_do.anchor.reset(false); })
        ->setEnabled(item != nullptr && item->albedoScale != 1);
    QAction* strokes =
        menu->addAction(m_actions.strokes().text(), this, [this] { m_do.strokes.toggle(); });
    strokes->setShortcut(m_actions.strokes().shortcut());
    strokes->setEnabled(item != nullptr && item->result != nullptr && !item->isSequence());
    menu->addAction(tr("What attention looks at here…"), this,
                    [this, pixel] {
                        if (pixel)
                            askAttention(*pixel);
                    })
        ->setEnabled(item != nullptr && pixel && !item->isSequence() &&
                     !m_parts.controller.requests().targets().empty());
    menu->addSeparator();
    menu->addAction(tr("Save"), this, [this] { m_do.saver.save(m_parts.viewed, false); })
        ->setEnabled(item != nullptr && item->result != nullptr && !item->isSequence());
    menu->addAction(tr("Copy result as a picture"), this, [this] { m_do.clipboard.copyResult(); })
        ->setEnabled(item != nullptr && m_parts.resultOf(*item));
    menu->addAction(tr("Show in folder"), this,
                    [this, id = m_parts.viewed] {
                        if (const QueueItem* shown = m_parts.controller.queue().find(id))
                            showInFolder(shown->path);
                    })
        ->setEnabled(item != nullptr);
    menu->addSeparator();
    addCompareMenu(*menu, m_parts.viewer.viewer());
    for (QAction* action : m_parts.viewer.viewer().viewActions()) {
        const auto verb = static_cast<ViewerVerb>(action->data().toInt());
        if (verb == ViewerVerb::Fit || verb == ViewerVerb::ActualSize ||
            verb == ViewerVerb::MarkClipping || verb == ViewerVerb::MarkLightless ||
            verb == ViewerVerb::MarkPaint || verb == ViewerVerb::ToggleOptions)
            menu->addAction(action);
    }
    menu->popup(globalPlace);
}

void InferMenus::askAttention(const QPoint& pixel) {
    const QueueItem* item = m_parts.item();
    if (item == nullptr)
        return;
    if (m_attention)
        m_attention->close();
    m_attention = new AttentionSheet(m_parts.controller.attention(), pixel, &m_parts.window);
    m_attention->show();
    m_parts.controller.attention().ask(*item, pixel);
}

} // namespace unlit::ui
