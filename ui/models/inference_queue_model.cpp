#include "ui/models/inference_queue_model.h"

#include "core/base/text.h"
#include "ui/bridge/text.h"

#include <algorithm>

namespace unlit::ui {

namespace {

QString detailText(const QueueItem& item) {
    QStringList parts;
    if (!item.size.isEmpty())
        parts += pixelSizeText(item.size.width(), item.size.height());
    if (!item.layer.isEmpty())
        parts += item.layer;
    return parts.join(QStringLiteral(" · "));
}

QString toolTipText(const QueueItem& item) {
    QStringList lines{toQString(item.path)};
    if (!item.size.isEmpty())
        lines += InferenceQueueModel::tr("%1 pixels")
                     .arg(pixelSizeText(item.size.width(), item.size.height()));
    if (!item.space.isEmpty())
        lines += item.space;
    if (item.state == QueueState::Failed)
        lines << InferenceQueueModel::errorText(item) << sentence(item.failure.hint);
    for (const auto& path : item.saved)
        lines += InferenceQueueModel::tr("Saved: %1").arg(toQString(path));
    return lines.join(u'\n');
}

bool isActive(const QueueItem& item) {
    return item.state == QueueState::Waiting || item.state == QueueState::Running;
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
        return toQString(item.path.filename());
    case Qt::DecorationRole:
        return item.thumbnail;
    case Qt::ToolTipRole:
        return toolTipText(item);
    case Qt::AccessibleTextRole:
        return tr("%1, %2").arg(toQString(item.path.filename()), statusText(item));
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
    default:
        return {};
    }
}

QString InferenceQueueModel::errorText(const QueueItem& item) {
    const QString name = toQString(item.path.filename());
    QString text = toQString(item.failure.message);
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
        return tr("Waiting");
    case QueueState::Running:
        return item.what.isEmpty() ? tr("Starting") : item.what;
    case QueueState::Cancelled:
        return tr("Cancelled");
    case QueueState::Failed:
        return tr("Failed");
    case QueueState::Done:
        break;
    }
    QStringList parts{item.saved.empty() ? tr("Done") : tr("Saved")};
    if (item.result)
        parts += toQString(formatSeconds(item.result->seconds));
    if (item.meanUncertainty >= 0)
        parts += QStringLiteral("± %1").arg(item.meanUncertainty, 0, 'f', 3);
    return parts.join(QStringLiteral(" · "));
}

std::vector<QueueItemId> InferenceQueueModel::add(const std::vector<std::filesystem::path>& files) {
    std::vector<QueueItem> fresh;
    for (const auto& file : files) {
        const auto isSame = [&](const QueueItem& item) {
            return isActive(item) && item.path == file;
        };
        if (std::ranges::any_of(m_items, isSame) || std::ranges::any_of(fresh, isSame))
            continue;
        QueueItem item;
        item.id = ++m_lastId;
        item.path = file;
        fresh.push_back(std::move(item));
    }
    std::vector<QueueItemId> ids;
    if (fresh.empty())
        return ids;
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(fresh.size()) - 1);
    for (QueueItem& item : fresh) {
        ids.push_back(item.id);
        m_items.push_back(std::move(item));
    }
    endInsertRows();
    return ids;
}

void InferenceQueueModel::remove(QueueItemId id) {
    const int row = rowOf(id);
    if (row < 0)
        return;
    beginRemoveRows({}, row, row);
    m_items.erase(m_items.begin() + row);
    endRemoveRows();
}

int InferenceQueueModel::rowOf(QueueItemId id) const {
    const auto found = std::ranges::find(m_items, id, &QueueItem::id);
    return found == m_items.end() ? -1 : static_cast<int>(found - m_items.begin());
}

const QueueItem* InferenceQueueModel::find(QueueItemId id) const {
    const int row = rowOf(id);
    return row < 0 ? nullptr : &at(row);
}

const QueueItem* InferenceQueueModel::findJob(JobId job) const {
    const auto found = std::ranges::find(m_items, job, &QueueItem::job);
    return job && found != m_items.end() ? &*found : nullptr;
}

void InferenceQueueModel::update(QueueItemId id, const std::function<void(QueueItem&)>& change) {
    const int row = rowOf(id);
    if (row < 0)
        return;
    change(m_items[static_cast<std::size_t>(row)]);
    emit dataChanged(index(row), index(row));
}

QModelIndex InferenceQueueModel::indexOf(QueueItemId id) const {
    const int row = rowOf(id);
    return row < 0 ? QModelIndex() : index(row);
}

int InferenceQueueModel::countIn(QueueState state) const {
    return static_cast<int>(std::ranges::count(m_items, state, &QueueItem::state));
}

const QueueItem* InferenceQueueModel::nextWaiting() const {
    const auto found = std::ranges::find(m_items, QueueState::Waiting, &QueueItem::state);
    return found == m_items.end() ? nullptr : &*found;
}

} // namespace unlit::ui
