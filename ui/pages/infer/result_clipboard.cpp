#include "ui/pages/infer/result_clipboard.h"

#include "core/base/failure.h"
#include "core/session/command_text.h"
#include "core/session/infer/albedo_scale.h"
#include "ui/bridge/image_conversion.h"
#include "ui/kit/text.h"

#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QMimeData>
#include <QUrl>

namespace unlit::ui {

ResultClipboard::ResultClipboard(InferParts& parts, const StrokesMode& strokes)
    : m_parts(parts), m_strokes(strokes) {}

void ResultClipboard::copyCommand() {
    const QueueItem* item = m_parts.item();
    if (item == nullptr)
        return;
    InferenceRequest request = m_parts.controller.requests().requestFor(*item);
    try {
        if (request.strokes)
            request.strokesFrom = m_strokes.fileFor(*item);
    } catch (...) {
        const Failure failure = translateCurrentException();
        m_parts.say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint));
        return;
    }
    QGuiApplication::clipboard()->setText(toQString(inferCommand(request)));
    m_parts.say(MessageBar::Kind::Good, tr("Command copied."));
}

void ResultClipboard::copyResult() {
    if (auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        field != nullptr && field->hasSelectedText()) {
        field->copy();
        return;
    }
    const QueueItem* item = m_parts.item();
    const auto result = item != nullptr ? m_parts.resultOf(*item) : nullptr;
    if (!result) {
        m_parts.say(MessageBar::Kind::Bad, tr("There is no result to copy yet."));
        return;
    }
    const TargetPrediction& target = result->prediction.targets.front();
    const QString what =
        tr("%1 of %2 copied.")
            .arg(toQString(target.name), toQString(result->request.input.filename()));
    QList<QUrl> urls;
    for (const std::filesystem::path& file :
         item->isSequence() ? std::vector<std::filesystem::path>() : item->saved)
        urls += QUrl::fromLocalFile(toQString(file));
    const auto make = [result, &target, scale = item->albedoScale](const std::stop_token&) {
        return toDeepQImage(scaledPicture(target, result->prediction.lightless, scale));
    };
    m_copy.ask(make, [this, urls, what](const QImage& picture) {
        auto* copy = new QMimeData;
        copy->setImageData(picture);
        if (!urls.isEmpty())
            copy->setUrls(urls);
        QGuiApplication::clipboard()->setMimeData(copy);
        m_parts.say(MessageBar::Kind::Good, what);
    });
}

} // namespace unlit::ui
