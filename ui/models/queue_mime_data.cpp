#include "ui/models/queue_mime_data.h"

#include "ui/kit/text.h"

#include <QDataStream>
#include <QIODevice>
#include <QUrl>

#include <algorithm>

namespace unlit::ui {

QString queueRowsType() {
    return QStringLiteral("application/x-unlit-queue-items");
}

std::vector<QueueItemId> queueIdsIn(const QMimeData& data) {
    QByteArray bytes = data.data(queueRowsType());
    QDataStream stream(&bytes, QIODevice::ReadOnly);
    std::vector<QueueItemId> ids;
    while (!stream.atEnd()) {
        QueueItemId id = 0;
        stream >> id;
        ids.push_back(id);
    }
    return ids;
}

QueueMimeData::QueueMimeData(const InferenceQueueModel& queue, std::vector<QueueItemId> ids,
                             InferenceQueueModel::OutsideFiles outside)
    : m_queue(&queue), m_ids(std::move(ids)), m_outside(std::move(outside)) {
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    for (const QueueItemId id : m_ids)
        stream << id;
    setData(queueRowsType(), bytes);
}

QStringList QueueMimeData::formats() const {
    QStringList all = QMimeData::formats();
    if (hasResults())
        all += QStringLiteral("text/uri-list");
    return all;
}

bool QueueMimeData::hasFormat(const QString& type) const {
    return formats().contains(type);
}

QVariant QueueMimeData::retrieveData(const QString& type, QMetaType wanted) const {
    if (type != QLatin1String("text/uri-list") || !m_queue)
        return QMimeData::retrieveData(type, wanted);
    QList<QVariant> urls;
    for (const QueueItemId id : m_ids)
        if (const QueueItem* item = m_queue->find(id); item != nullptr && m_outside.of)
            for (const auto& file : m_outside.of(*item))
                urls += QUrl::fromLocalFile(toQString(file));
    return urls;
}

bool QueueMimeData::hasResults() const {
    return m_queue && m_outside.of && std::ranges::any_of(m_ids, [&](QueueItemId id) {
               const QueueItem* item = m_queue->find(id);
               return item != nullptr && (item->result || !item->saved.empty());
           });
}

} // namespace unlit::ui
