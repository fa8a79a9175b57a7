#include "ui/pages/infer/item_notice.h"

#include "ui/kit/text.h"
#include "ui/models/inference_queue_model.h"

#include <QCoreApplication>

namespace unlit::ui {

namespace {

struct ItemWords {
    Q_DECLARE_TR_FUNCTIONS(ItemNotice)
};

} // namespace

Notice noticeWithoutItem(bool hasModel) {
    if (hasModel) {
        return {.icon = QStringLiteral("drop"),
                .title = ItemWords::tr("Drop an image to take its light out"),
                .text = ItemWords::tr("EXR, PNG, TIFF, JPEG or HDR, one or many, or a whole "
                                      "folder. It starts by itself."),
                .button = ItemWords::tr("Add images…"),
                .isPrimary = true};
    }
    return {.icon = QStringLiteral("models"),
            .title = ItemWords::tr("First choose a model folder"),
            .text = ItemWords::tr(
                "A model in the diffusers layout: the folder that holds model_index.json. You "
                "can drop it anywhere in this window. Images dropped before wait for it."),
            .button = ItemWords::tr("Choose model folder…"),
            .isPrimary = true};
}

Notice noticeOfFailed(const QueueItem& item) {
    QString text = InferenceQueueModel::errorText(item);
    if (!item.failure.hint.empty())
        text += QStringLiteral("\n\n") + sentence(item.failure.hint);
    return {.icon = QStringLiteral("warning"),
            .title = ItemWords::tr("%1 failed").arg(toQString(item.name())),
            .text = text,
            .button = ItemWords::tr("Retry"),
            .otherButton = ItemWords::tr("Show in folder"),
            .isBad = true};
}

} // namespace unlit::ui
