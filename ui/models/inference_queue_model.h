// The Infer queue as a Qt model: one row a picture, raw values behind roles.
#pragma once

#include "ui/models/queue_item.h"

#include <QAbstractListModel>

#include <functional>

namespace unlit::ui {

/// GUI thread. Rows keep the order in which files were added.
class InferenceQueueModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role {
        IdRole = Qt::UserRole + 1, ///< QueueItemId
        StateRole,                 ///< int of QueueState
        DetailRole,                ///< "4096 × 4096 · ViewLayer.Combined"
        FractionRole,              ///< double 0..1
        StatusRole,                ///< "Waiting", "Done · 2.4 s · ± 0.021", …
        ErrorRole,                 ///< a sentence when failed, else empty
        HintRole,                  ///< what to do about it
        PathRole                   ///< QString
    };

    explicit InferenceQueueModel(QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

    /// Adds rows for files that are not waiting or running already; returns the new items' ids.
    std::vector<QueueItemId> add(const std::vector<std::filesystem::path>& files);
    void remove(QueueItemId id);

    /// Null for unknown ids. Valid until the next add or remove.
    const QueueItem* find(QueueItemId id) const;
    const QueueItem* findJob(JobId job) const;

    const QueueItem& at(int row) const { return m_items[static_cast<std::size_t>(row)]; }

    /// Changes an item in place and tells the views. Unknown ids: nothing.
    void update(QueueItemId id, const std::function<void(QueueItem&)>& change);

    /// What went wrong as a sentence, without the path that stands beside it anyway.
    static QString errorText(const QueueItem& item);

    QModelIndex indexOf(QueueItemId id) const;
    int countIn(QueueState state) const;
    /// The first waiting item, or null.
    const QueueItem* nextWaiting() const;

private:
    int rowOf(QueueItemId id) const; // -1 when unknown
    QString statusText(const QueueItem& item) const;

    std::vector<QueueItem> m_items;
    QueueItemId m_lastId = 0;
};

} // namespace unlit::ui
