// How bright the albedo is altogether, which nobody can see: a user who knows one surface says it.
#include "core/base/error.h"
#include "core/session/infer/albedo_scale.h"
#include "ui/kit/text.h"
#include "ui/pages/infer/infer_page.h"
#include "ui/viewer/compare_menu.h"
#include "ui/viewer/viewer_action_table.h"

#include <QCursor>
#include <QMenu>

namespace unlit::ui {

void InferPage::makeAnchor() {
    connect(m_anchor, &AnchorPopup::anchored, this, &InferPage::anchorTo);
    connect(m_anchor, &AnchorPopup::resetAsked, this, &InferPage::resetAlbedoScale);
    ImageView& picture = m_viewer->view();
    picture.setContextMenuPolicy(Qt::CustomContextMenu);
    connect(&picture, &QWidget::customContextMenuRequested, this,
            [this](const QPoint& place) { showPictureMenu(m_viewer->view().mapToGlobal(place)); });
    m_actions += m_anchorAction = addPageAction(*this, tr("Anchor brightness here…"), Qt::Key_A,
                                                [this] { askAnchor(QCursor::pos()); });
    addAction(tr("Reset the albedo to the model's brightness"), {},
              [this] { resetAlbedoScale(false); });
}

void InferPage::showPictureMenu(const QPoint& globalPlace) {
    if (m_strokes->isActive())
        return; // the right button erases
    const QueueItem* item = m_controller.queue().find(m_viewed);
    const auto pixel = m_viewer->viewer().probedPixel();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* here = menu->addAction(m_anchorAction->text(), this, [this, pixel, globalPlace] {
        m_anchorPixel = pixel; // the pointer is on the menu now
        askAnchorAt(globalPlace);
    });
    here->setShortcut(m_anchorAction->shortcut());
    here->setEnabled(item != nullptr && resultOf(*item) && pixel);
    menu->addAction(tr("Reset the albedo to the model's brightness"), this,
                    [this] { resetAlbedoScale(false); })
        ->setEnabled(item != nullptr && item->albedoScale != 1);
    QAction* strokes = menu->addAction(m_strokesAction->text(), this, [this] { toggleStrokes(); });
    strokes->setShortcut(m_strokesAction->shortcut());
    strokes->setEnabled(item != nullptr && item->result != nullptr && !item->isSequence());
    menu->addSeparator();
    menu->addAction(tr("Save"), this, [this] { save(m_viewed, false); })
        ->setEnabled(item != nullptr && item->result != nullptr && !item->isSequence());
    menu->addAction(tr("Copy result as a picture"), this, [this] { copyResult(); })
        ->setEnabled(item != nullptr && resultOf(*item));
    menu->addAction(tr("Show in folder"), this,
                    [this, id = m_viewed] {
                        if (const QueueItem* shown = m_controller.queue().find(id))
                            showInFolder(shown->path);
                    })
        ->setEnabled(item != nullptr);
    menu->addSeparator();
    addCompareMenu(*menu, m_viewer->viewer());
    for (QAction* action : m_viewer->viewer().viewActions()) {
        const auto verb = static_cast<ViewerVerb>(action->data().toInt());
        if (verb == ViewerVerb::Fit || verb == ViewerVerb::ActualSize ||
            verb == ViewerVerb::MarkClipping || verb == ViewerVerb::MarkLightless ||
            verb == ViewerVerb::MarkPaint || verb == ViewerVerb::ToggleOptions)
            menu->addAction(action);
    }
    menu->popup(globalPlace);
}

void InferPage::askAnchor(const QPoint& globalPlace) {
    m_anchorPixel = m_viewer->viewer().probedPixel();
    askAnchorAt(globalPlace);
}

void InferPage::askAnchorAt(const QPoint& globalPlace) {
    const QueueItem* item = m_controller.queue().find(m_viewed);
    if (item == nullptr || !resultOf(*item)) {
        say(MessageBar::Kind::Note, tr("There is no albedo to anchor yet."));
        return;
    }
    if (!m_anchorPixel) {
        say(MessageBar::Kind::Note, tr("Point at a surface whose albedo you know."),
            tr("Then press A, or click it with the right button."));
        return;
    }
    try {
        const double model =
            1 / anchoredScale(*resultOf(*item), {m_anchorPixel->x(), m_anchorPixel->y(), 1});
        m_anchor->showAt(globalPlace, {*m_anchorPixel, model * item->albedoScale, item->albedoScale,
                                       m_controller.queue().rowCount()});
    } catch (const Error& error) {
        say(MessageBar::Kind::Bad, sentence(error.what()), sentence(error.hint()));
    }
}

void InferPage::anchorTo(double albedo, bool forAll) {
    const QueueItem* item = m_controller.queue().find(m_viewed);
    if (item == nullptr || !resultOf(*item) || !m_anchorPixel)
        return;
    try {
        scaleAlbedo(
            anchoredScale(*resultOf(*item), {m_anchorPixel->x(), m_anchorPixel->y(), albedo}),
            forAll);
    } catch (const Error& error) {
        say(MessageBar::Kind::Bad, sentence(error.what()), sentence(error.hint()));
    }
}

void InferPage::resetAlbedoScale(bool forAll) {
    scaleAlbedo(1, forAll);
}

void InferPage::scaleAlbedo(double scale, bool forAll) {
    std::vector<QueueItemId> ids;
    for (const QueueItem& item : m_controller.queue().items())
        if (forAll || item.id == m_viewed)
            ids.push_back(item.id);
    const int changed = m_controller.setAlbedoScale(ids, scale);
    if (changed == 0)
        return;
    const QString what = scale == 1
                             ? tr("The albedo is as bright as the model has it.")
                             : tr("The albedo is × %1 of the model's.").arg(scale, 0, 'g', 3);
    if (const QueueItem* item = m_controller.queue().find(m_viewed);
        item != nullptr && item->isSequence()) {
        m_settings->message().say(MessageBar::Kind::Good, what,
                                  tr("Run the sequence again to write its frames so."),
                                  {{tr("Undo (Ctrl+Z)"), [this] { m_controller.undo(); }},
                                   {tr("Run again"), [this] { m_controller.runAgain(m_viewed); }}});
        return;
    }
    m_settings->message().say(
        MessageBar::Kind::Good, what,
        changed == 1 ? tr("Save writes it so; the network does not run again.")
                     : tr("Of %1 images. Save writes it so; no network runs again.").arg(changed),
        {{tr("Undo (Ctrl+Z)"), [this] { m_controller.undo(); }}});
}

} // namespace unlit::ui
