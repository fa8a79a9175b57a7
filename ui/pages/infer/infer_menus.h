// The menus of a row of the queue and of the picture.
#pragma once

#include "ui/pages/infer/attention_sheet.h"
#include "ui/pages/infer/infer_actions.h"

#include <QObject>
#include <QPointer>

namespace unlit::ui {

/// Menus and the sheet that one of them opens belong to the page. GUI thread.
class InferMenus : public QObject {
    Q_OBJECT

public:
    InferMenus(InferParts& parts, const InferDuties& duties, const InferActions& actions);

private:
    void showQueueMenu(QueueItemId id, const QPoint& globalPlace);
    void showPictureMenu(const QPoint& globalPlace);
    void askAttention(const QPoint& pixel);

    InferParts& m_parts;
    InferDuties m_do;
    const InferActions& m_actions;
    QPointer<AttentionSheet> m_attention; // at most one
};

} // namespace unlit::ui
