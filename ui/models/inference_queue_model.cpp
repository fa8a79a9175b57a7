#include "ui/models/inference_queue_model.h"

#include "core/base/text.h"
#include "ui/kit/text.h"
#include "ui/models/queue_mime_data.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_set>

namespace unlit::ui {

namespace {

QString detailText(const QueueItem& item) {
    QStringList parts;
    if (!item.size.isEmpty())
        parts += pixelSizeText(item.size.width(), item.size.height());
    if (item.isSequence())
        parts +=
            InferenceQueueModel::tr("%n frames", nullptr, static_cast<int>(item.frames.size()));
    if (!item.layer.isEmpty())
        parts += item.layer;
    return parts.join(QStringLiteral(" · "));
}

QString toolTipText(const QueueItem& item) {
    QStringList lines{item.isSequence() ? toQString(std::filesystem::path(item.pattern))
                                        : toQString(item.path)};
    if (!item.size.isEmpty())
        lines += InferenceQueueModel::tr("%1 pixels")
                     .arg(pixelSizeText(item.size.width(), item.size.height()));
    if (!item.space.isEmpty())
        lines += item.space;
    if (item.state == QueueState::Failed)
        lines << InferenceQueueModel::errorText(item) << sentence(item.failure.hint);
    if (item.unsaved)
        lines << sentence(item.unsaved->message) << sentence(item.unsaved->hint);
    lines += item.notes;
    constexpr std::size_t mostFiles = 12; // a sequence has thousands
    for (std::size_t i = 0; i < std::min(item.saved.size(), mostFiles); ++i)
        lines += InferenceQueueModel::tr("Saved: %1").arg(toQString(item.saved[i]));
    if (item.saved.size() > mostFiles)
        lines += InferenceQueueModel::tr("and %1 more").arg(item.saved.size() - mostFiles);
    return lines.join(u'\n');
}

bool isActive(const QueueItem& item) {
    return item.state == QueueState::Waiting || item.state == QueueState::Running;
}

/// A thousand files on a thousand rows stay quick.
std::unordered_set<std::string> activeFiles(const std::vector<QueueItem>& items) {
    std::unordered_set<std::string> active;
    for (const QueueItem& item : items) {
        if (!isActive(item))
            continue;
        active.insert(item.path.native());
        for (const QueueFrame& frame : item.frames)
            active.insert(frame.path.native());
    }
    return active;
}

/// How far a sequence is that does not run.
QString framesText(const QueueItem& item) {
    return InferenceQueueModel::tr("%1 of %2 frames")
        .arg(item.framesIn(QueueState::Done))
        .arg(item.frames.size());
}

} // namespace

InferenceQueueModel::InferenceQueueModel(QObject* parent) : QAbstractListModel(parent) {}

int InferenceQueueModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_items.size());
}

QVariant InferenceQueueModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const QueueItem& item = at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return toQString(item.name());
    case Qt::DecorationRole:
        return item.thumbnail;
    case Qt::ToolTipRole:
        return toolTipText(item);
    case Qt::AccessibleTextRole:
        return tr("%1, %2").arg(toQString(item.name()), statusText(item));
    case IdRole:
        return item.id;
    case StateRole:
        return static_cast<int>(item.state);
    case DetailRole:
        return detailText(item);
    case FractionRole:
        return item.fraction;
    case StatusRole:
        return statusText(item);
    case ErrorRole:
        return item.state == QueueState::Failed ? errorText(item) : QString();
    case HintRole:
        return item.state == QueueState::Failed ? sentence(item.failure.hint) : QString();
    case PathRole:
        return toQString(item.path);
    case UnsavedRole:
        return item.unsaved.has_value();
    case OwnSettingsRole:
        return item.own.has_value();
    default:
        return {};
    }
}

QString InferenceQueueModel::errorText(const QueueItem& item) {
    const QString name = toQString(item.path.filename());
    QString text = toQString(item.failure.message);
    for (const QueueFrame& frame : item.frames)
        if (frame.state == QueueState::Failed)
            text.replace(toQString(frame.path), toQString(frame.path.filename()));
    text.replace(toQString(item.path), name);
    for (const QString& prefix : {name + QStringLiteral(": "), name + u' '}) {
        if (text.startsWith(prefix))
            text.remove(0, prefix.size());
    }
    return sentence(text.toStdString());
}

QString InferenceQueueModel::statusText(const QueueItem& item) const {
    switch (item.state) {
    case QueueState::Waiting:
        return item.framesIn(QueueState::Done) > 0 ? tr("Waiting · %1 done").arg(framesText(item))
                                                   : tr("Waiting");
    case QueueState::Running:
        return item.what.isEmpty() ? tr("Starting") : item.what;
    case QueueState::Cancelled:
        return item.isSequence() ? tr("Cancelled · %1 done").arg(framesText(item))
                                 : tr("Cancelled");
    case QueueState::Failed:
        return tr("Failed");
    case QueueState::Skipped:
        return tr("Skipped · files are there");
    case QueueState::Done:
        break;
    }
    QStringList parts{item.isSaving        ? tr("Saving…")
                      : item.unsaved       ? tr("Not saved")
                      : item.saved.empty() ? tr("Done")
                                           : tr("Saved")};
    if (item.isStale)
        parts += tr("out of date");
    if (const double seconds = item.result ? item.result->seconds : item.seconds; seconds > 0)
        parts += toQString(formatSeconds(seconds));
    if (item.result) {
        const UsedSettings& used = item.result->prediction.used;
        if (used.members < used.ensemble)
            parts += tr("%1 of %2 members").arg(used.members).arg(used.ensemble);
    }
    if (item.meanUncertainty >= 0)
        parts += QStringLiteral("± %1").arg(item.meanUncertainty, 0, 'f', 3);
    if (item.albedoScale != 1)
        parts += QStringLiteral("× %1").arg(item.albedoScale, 0, 'g', 3);
    return parts.join(QStringLiteral(" · "));
}

Qt::ItemFlags InferenceQueueModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags usual = QAbstractListModel::flags(index);
    return index.isValid() ? usual | Qt::ItemIsDragEnabled : usual | Qt::ItemIsDropEnabled;
}

QStringList InferenceQueueModel::mimeTypes() const {
    return {queueRowsType()};
}

QMimeData* InferenceQueueModel::mimeData(const QModelIndexList& indexes) const {
    std::set<int> rows; // in the order of the queue, whatever the order of choosing was
    for (const QModelIndex& index : indexes)
        rows.insert(index.row());
    std::vector<QueueItemId> ids;
    for (const int row : rows) {
        ids.push_back(at(row).id);
        if (m_outside.begin)
            m_outside.begin(at(row));
    }
    return new QueueMimeData(*this, std::move(ids), m_outside);
}

bool InferenceQueueModel::canDropMimeData(const QMimeData* data, Qt::DropAction, int, int,
                                          const QModelIndex&) const {
    return data != nullptr && data->hasFormat(queueRowsType());
}

bool InferenceQueueModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int,
                                       const QModelIndex& parent) {
    if (action == Qt::IgnoreAction || data == nullptr || !data->hasFormat(queueRowsType()))
        return false;
    if (row < 0)
        row = parent.isValid() ? parent.row() : rowCount();
    moveTo(queueIdsIn(*data), row);
    return false;
}

void InferenceQueueModel::moveTo(const std::vector<QueueItemId>& ids, int row) {
    for (const QueueItemId id : ids) {
        const int from = rowOf(id);
        if (from < 0)
            continue;
        if (from != row && from + 1 != row) {
            beginMoveRows({}, from, from, {}, row);
            const auto first = m_items.begin();
            if (from < row)
                std::rotate(first + from, first + from + 1, first + row);
            else
                std::rotate(first + row, first + from, first + from + 1);
            endMoveRows();
        }
        row = rowOf(id) + 1;
    }
}

void InferenceQueueModel::insertAt(int row, std::vector<QueueItem> items) {
    if (items.empty())
        return;
    beginInsertRows({}, row, row + static_cast<int>(items.size()) - 1);
    for (const QueueItem& item : items)
        count(item, 1);
    m_items.insert(m_items.begin() + row, std::make_move_iterator(items.begin()),
                   std::make_move_iterator(items.end()));
    for (int at = row; at < row + static_cast<int>(items.size()); ++at)
        m_rows[m_items[static_cast<std::size_t>(at)].id] = at;
    endInsertRows();
}

void InferenceQueueModel::restore(std::vector<QueueItem> items) {
    for (QueueItem& item : items)
        item.id = ++m_lastId;
    insertAt(rowCount(), std::move(items));
}

std::vector<QueueItemId> InferenceQueueModel::add(const std::vector<std::filesystem::path>& files) {
    std::unordered_set<std::string> active = activeFiles(m_items);
    std::vector<QueueItem> fresh;
    for (const auto& file : files) {
        if (!active.insert(file.native()).second)
            continue;
        QueueItem item;
        item.id = ++m_lastId;
        item.path = file;
        fresh.push_back(std::move(item));
    }
    std::vector<QueueItemId> ids;
    for (const QueueItem& item : fresh)
        ids.push_back(item.id);
    insertAt(rowCount(), std::move(fresh));
    return ids;
}

QueueItemId InferenceQueueModel::addSequence(const std::vector<std::filesystem::path>& frames,
                                             const std::string& pattern) {
    const std::unordered_set<std::string> active = activeFiles(m_items);
    const bool isThere = std::ranges::any_of(
        frames, [&](const auto& frame) { return active.contains(frame.native()); });
    if (isThere || frames.empty())
        return 0;
    QueueItem item;
    item.id = ++m_lastId;
    item.path = frames.front();
    item.pattern = pattern;
    for (const auto& frame : frames)
        item.frames.push_back({.path = frame, .job = {}, .failure = {}, .outputs = {}});
    std::vector<QueueItem> rows;
    rows.push_back(std::move(item));
    insertAt(rowCount(), std::move(rows));
    return m_lastId;
}

std::vector<TakenItem> InferenceQueueModel::takeOut(const std::vector<QueueItemId>& ids) {
    const std::unordered_set<QueueItemId> wanted(ids.begin(), ids.end());
    const auto isWanted = [&](int row) { return wanted.contains(at(row).id); };
    std::vector<TakenItem> taken;
    // From the end, neighbours together: the rows before stay where they are.
    for (int last = rowCount() - 1; last >= 0; --last) {
        if (!isWanted(last))
            continue;
        int first = last;
        while (first > 0 && isWanted(first - 1))
            --first;
        beginRemoveRows({}, first, last);
        for (int row = last; row >= first; --row) {
            count(m_items[static_cast<std::size_t>(row)], -1);
            m_rows.erase(m_items[static_cast<std::size_t>(row)].id);
            taken.push_back({row, std::move(m_items[static_cast<std::size_t>(row)])});
        }
        m_items.erase(m_items.begin() + first, m_items.begin() + last + 1);
        endRemoveRows();
        last = first;
    }
    std::ranges::reverse(taken);
    return taken;
}

void InferenceQueueModel::putBack(std::vector<TakenItem> taken) {
    for (std::size_t next = 0; next < taken.size();) {
        const int row = taken[next].row;
        std::vector<QueueItem> neighbours;
        for (int after = row; next < taken.size() && taken[next].row == after; ++next, ++after)
            neighbours.push_back(std::move(taken[next].item));
        insertAt(std::min(row, rowCount()), std::move(neighbours));
    }
}

int InferenceQueueModel::rowOf(QueueItemId id) const {
    const auto isAt = [&](int row) {
        return row < rowCount() && m_items[static_cast<std::size_t>(row)].id == id;
    };
    if (const auto known = m_rows.find(id); known != m_rows.end() && isAt(known->second))
        return known->second;
    const auto found = std::ranges::find(m_items, id, &QueueItem::id);
    if (found == m_items.end())
        return -1;
    return m_rows[id] = static_cast<int>(found - m_items.begin());
}

const QueueItem* InferenceQueueModel::find(QueueItemId id) const {
    const int row = rowOf(id);
    return row < 0 ? nullptr : &at(row);
}

const QueueItem* InferenceQueueModel::findJob(JobId job) const {
    if (!job)
        return nullptr;
    const auto found = std::ranges::find_if(m_items, [job](const QueueItem& item) {
        return item.job == job ||
               (item.state == QueueState::Running &&
                std::ranges::find(item.frames, job, &QueueFrame::job) != item.frames.end());
    });
    return found != m_items.end() ? &*found : nullptr;
}

void InferenceQueueModel::update(QueueItemId id, const std::function<void(QueueItem&)>& change) {
    const int row = rowOf(id);
    if (row < 0)
        return;
    QueueItem& item = m_items[static_cast<std::size_t>(row)];
    count(item, -1);
    change(item);
    count(item, 1);
    emit dataChanged(index(row), index(row));
}

QModelIndex InferenceQueueModel::indexOf(QueueItemId id) const {
    const int row = rowOf(id);
    return row < 0 ? QModelIndex() : index(row);
}

int InferenceQueueModel::countIn(QueueState state) const {
    return m_counts[static_cast<std::size_t>(state)];
}

void InferenceQueueModel::count(const QueueItem& item, int by) {
    m_counts[static_cast<std::size_t>(item.state)] += by;
    m_sequences += item.isSequence() ? by : 0;
}

std::vector<QueueItemId>
InferenceQueueModel::waitingFor(const std::vector<std::filesystem::path>& files) const {
    std::unordered_set<std::string> wanted;
    for (const auto& file : files)
        wanted.insert(file.native());
    std::vector<QueueItemId> ids;
    for (const QueueItem& item : m_items) {
        const bool isMeant = wanted.contains(item.path.native()) ||
                             std::ranges::any_of(item.frames, [&](const QueueFrame& frame) {
                                 return wanted.contains(frame.path.native());
                             });
        if (isMeant && item.state == QueueState::Waiting)
            ids.push_back(item.id);
    }
    return ids;
}

const QueueItem* InferenceQueueModel::nextWaiting() const {
    const auto found = std::ranges::find(m_items, QueueState::Waiting, &QueueItem::state);
    return found == m_items.end() ? nullptr : &*found;
}

} // namespace unlit::ui
