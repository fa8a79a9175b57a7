// What a drag of rows of the queue carries.
#pragma once

#include "ui/models/inference_queue_model.h"

#include <QMimeData>
#include <QPointer>

namespace unlit::ui {

/// The type of rows within the queue.
QString queueRowsType();

/// The ids that rows of the queue left in `data`; empty where they are none.
std::vector<QueueItemId> queueIdsIn(const QMimeData& data);

/// Ids of queue items, and on request the files of their results.
class QueueMimeData : public QMimeData {
public:
    QueueMimeData(const InferenceQueueModel& queue, std::vector<QueueItemId> ids,
                  InferenceQueueModel::OutsideFiles outside);

    QStringList formats() const override;
    bool hasFormat(const QString& type) const override;

protected:
    QVariant retrieveData(const QString& type, QMetaType wanted) const override;

private:
    bool hasResults() const;

    QPointer<const InferenceQueueModel> m_queue; // a clipboard may outlive it
    std::vector<QueueItemId> m_ids;
    InferenceQueueModel::OutsideFiles m_outside;
};

} // namespace unlit::ui
