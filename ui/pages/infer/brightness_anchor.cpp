#include "ui/pages/infer/brightness_anchor.h"

#include "core/base/error.h"
#include "core/session/infer/albedo_scale.h"
#include "ui/kit/text.h"

namespace unlit::ui {

BrightnessAnchor::BrightnessAnchor(InferParts& parts)
    : m_parts(parts), m_popup(new AnchorPopup(&parts.window)) {
    connect(m_popup, &AnchorPopup::anchored, this, &BrightnessAnchor::anchorTo);
    connect(m_popup, &AnchorPopup::resetAsked, this, &BrightnessAnchor::reset);
}

void BrightnessAnchor::ask(const QPoint& globalPlace) {
    askAt(globalPlace, m_parts.viewer.viewer().readout().probedPixel());
}

void BrightnessAnchor::askAt(const QPoint& globalPlace, const std::optional<QPoint>& pixel) {
    m_pixel = pixel;
    const QueueItem* item = m_parts.item();
    if (item == nullptr || !m_parts.resultOf(*item)) {
        m_parts.say(MessageBar::Kind::Note, tr("There is no albedo to anchor yet."));
        return;
    }
    if (!m_pixel) {
        m_parts.say(MessageBar::Kind::Note, tr("Point at a surface whose albedo you know."),
                    tr("Then press A, or click it with the right button."));
        return;
    }
    try {
        const double model =
            1 / anchoredScale(*m_parts.resultOf(*item), {m_pixel->x(), m_pixel->y(), 1});
        m_popup->showAt(globalPlace, {*m_pixel, model * item->albedoScale, item->albedoScale,
                                      m_parts.controller.queue().rowCount()});
    } catch (const Error& error) {
        m_parts.say(MessageBar::Kind::Bad, sentence(error.what()), sentence(error.hint()));
    }
}

void BrightnessAnchor::anchorTo(double albedo, bool forAll) {
    const QueueItem* item = m_parts.item();
    if (item == nullptr || !m_parts.resultOf(*item) || !m_pixel)
        return;
    try {
        scaleTo(anchoredScale(*m_parts.resultOf(*item), {m_pixel->x(), m_pixel->y(), albedo}),
                forAll);
    } catch (const Error& error) {
        m_parts.say(MessageBar::Kind::Bad, sentence(error.what()), sentence(error.hint()));
    }
}

void BrightnessAnchor::reset(bool forAll) {
    scaleTo(1, forAll);
}

void BrightnessAnchor::scaleTo(double scale, bool forAll) {
    std::vector<QueueItemId> ids;
    for (const QueueItem& item : m_parts.controller.queue().items())
        if (forAll || item.id == m_parts.viewed)
            ids.push_back(item.id);
    const int changed = m_parts.controller.edits().setAlbedoScale(ids, scale);
    if (changed == 0)
        return;
    const QString what = scale == 1
                             ? tr("The albedo is as bright as the model has it.")
                             : tr("The albedo is × %1 of the model's.").arg(scale, 0, 'g', 3);
    if (const QueueItem* item = m_parts.item(); item != nullptr && item->isSequence()) {
        m_parts.say(
            MessageBar::Kind::Good, what, tr("Run the sequence again to write its frames so."),
            {{tr("Undo (Ctrl+Z)"), [this] { m_parts.controller.edits().undo(); }},
             {tr("Run again"), [this] { m_parts.controller.runner().runAgain(m_parts.viewed); }}});
        return;
    }
    m_parts.say(MessageBar::Kind::Good, what,
                changed == 1
                    ? tr("Save writes it so; the network does not run again.")
                    : tr("Of %1 images. Save writes it so; no network runs again.").arg(changed),
                {{tr("Undo (Ctrl+Z)"), [this] { m_parts.controller.edits().undo(); }}});
}

} // namespace unlit::ui
