#include "ui/pages/infer/item_settings.h"

#include "core/base/error.h"
#include "core/session/infer/output_names.h"
#include "ui/kit/text.h"

#include <optional>

namespace unlit::ui {

ItemSettings::ItemSettings(InferParts& parts, const ResultSaver& saver)
    : m_parts(parts), m_saver(saver) {
    connect(&parts.settings, &SettingsPanel::edited, this, &ItemSettings::take);
    connect(&parts.settings, &SettingsPanel::ownAsked, this, &ItemSettings::setOwn);
}

void ItemSettings::show() {
    const QueueItem* item = m_parts.item();
    m_parts.settings.setItem(item, item != nullptr ? m_saver.outputNames(*item) : QStringList());
    emit shown();
}

void ItemSettings::take() {
    const InferSettings shown = m_parts.settings.settings();
    try {
        checkOutputName(shown.output.name.toStdString());
    } catch (const Error& error) {
        // Nothing runs under a name that cannot be used; the last good one stays.
        m_parts.settings.output().setNameProblem(sentence(error.what()) + u' ' +
                                                 sentence(error.hint()));
        return;
    }
    if (m_parts.settings.isOwnShown())
        m_parts.controller.setOwnSettings(m_parts.viewed, shown);
    const InferSettings all = m_parts.settings.settingsOfAll();
    const QualityValues values = all.quality == Quality::Custom
                                     ? all.custom()
                                     : m_parts.settings.quality().valuesFor(all.quality);
    m_parts.controller.setSettings(all, values);
    show();
}

void ItemSettings::setOwn(bool isOwn) {
    const QueueItem* item = m_parts.item();
    if (item == nullptr || item->own.has_value() == isOwn)
        return;
    m_parts.controller.setOwnSettings(
        m_parts.viewed, isOwn ? std::optional(m_parts.settings.settingsOfAll()) : std::nullopt);
    show();
}

} // namespace unlit::ui
