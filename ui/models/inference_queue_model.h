// The Infer queue as a Qt model: one row a picture or sequence, raw values behind roles.
#pragma once

#include "ui/models/queue_history.h"

#include <QAbstractListModel>

#include <array>
#include <filesystem>
#include <functional>
#include <unordered_map>
#include <vector>

namespace unlit::ui {

/// GUI thread. Rows stand in the order in which they run; dragging and move() change it. A row that
/// is dragged out of the window carries the files of its result.
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
        PathRole,                  ///< QString
        UnsavedRole,               ///< bool: its files could not be written
        OwnSettingsRole            ///< bool: it has settings of its own
    };

    /// The files that stand for an item outside this program.
    struct OutsideFiles {
        std::function<void(const QueueItem&)> begin; ///< a drag begins: they may be needed soon
        /// They were dropped; may wait until they are written. Empty = none.
        std::function<std::vector<std::filesystem::path>(const QueueItem&)> of;
    };

    explicit InferenceQueueModel(QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

    Qt::ItemFlags flags(const QModelIndex& index) const override;

    /// Copying only, so that whoever takes a file out leaves ours where it is; within the list it
    /// moves all the same.
    Qt::DropActions supportedDragActions() const override { return Qt::CopyAction; }

    Qt::DropActions supportedDropActions() const override { return Qt::CopyAction; }

    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
    bool canDropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                         const QModelIndex& parent) const override;
    /// Moves the dragged rows; returns false, so that the view does not remove them as well.
    bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                      const QModelIndex& parent) override;

    void setOutsideFiles(OutsideFiles files) { m_outside = std::move(files); }

    /// Adds rows for files that are not waiting or running already; returns the new items' ids.
    std::vector<QueueItemId> add(const std::vector<std::filesystem::path>& files);
    /// Adds one row for the frames of a sequence; 0, and nothing, where one of them is waiting or
    /// running already.
    QueueItemId addSequence(const std::vector<std::filesystem::path>& frames,
                            const std::string& pattern);
    /// Takes items out; the answer is what putBack() wants. Unknown ids: nothing.
    std::vector<TakenItem> takeOut(const std::vector<QueueItemId>& ids);
    /// Puts items to the rows that they had, as far as there are so many; they keep their ids.
    void putBack(std::vector<TakenItem> taken);
    /// Puts back what an earlier start had; ids are given anew.
    void restore(std::vector<QueueItem> items);
    /// Moves items, which keep their order among themselves, to stand before what is at `row` now.
    void moveTo(const std::vector<QueueItemId>& ids, int row);

    /// Null for unknown ids. Valid until the next item comes or goes.
    const QueueItem* find(QueueItemId id) const;
    const QueueItem* findJob(JobId job) const;

    /// In their order; valid until the next item comes or goes.
    const std::vector<QueueItem>& items() const { return m_items; }

    const QueueItem& at(int row) const { return m_items[static_cast<std::size_t>(row)]; }

    /// Changes an item in place and tells the views. Unknown ids: nothing.
    void update(QueueItemId id, const std::function<void(QueueItem&)>& change);

    /// What went wrong as a sentence, without the path that stands beside it anyway.
    static QString errorText(const QueueItem& item);

    /// -1 when unknown.
    int rowOf(QueueItemId id) const;

    QModelIndex indexOf(QueueItemId id) const;
    int countIn(QueueState state) const;

    bool hasSequence() const { return m_sequences > 0; }

    /// The first waiting item, or null.
    const QueueItem* nextWaiting() const;
    /// Waiting items of these pictures, or with one of them as a frame.
    std::vector<QueueItemId> waitingFor(const std::vector<std::filesystem::path>& files) const;

    /// Items that are done of these pictures, the keys of a map.
    template <class Map>
    std::vector<QueueItemId> doneFor(const Map& files) const {
        std::vector<QueueItemId> ids;
        for (const QueueItem& item : m_items)
            if (item.state == QueueState::Done && !item.isSequence() && files.contains(item.path))
                ids.push_back(item.id);
        return ids;
    }

private:
    void insertAt(int row, std::vector<QueueItem> items);
    void count(const QueueItem& item, int by);
    QString statusText(const QueueItem& item) const;

    std::vector<QueueItem> m_items;
    /// Where rows were last; may be out of date, and is looked after when it is used. Without it
    /// each of 50 000 rows would be searched for among all.
    mutable std::unordered_map<QueueItemId, int> m_rows;
    std::array<int, kQueueStates> m_counts{}; ///< rows in each state: asked at each change
    int m_sequences = 0;
    QueueItemId m_lastId = 0;
    OutsideFiles m_outside;
};

} // namespace unlit::ui
