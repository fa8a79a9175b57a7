#include "ui/train/log_model.h"

#include "ui/kit/text.h"

#include <QDateTime>

#include <algorithm>

namespace unlit::ui {

int LogModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

QVariant LogModel::data(const QModelIndex& index, int role) const {
    if (role != Qt::DisplayRole)
        return {};
    const runs::LogEntry& line = at(index.row());
    const QString time = localTimeText(line);
    return time.isEmpty() ? toQString(line.text) : time + u' ' + toQString(line.text);
}

void LogModel::append(const std::vector<runs::LogEntry>& lines) {
    if (lines.empty())
        return;
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(lines.size()) - 1);
    m_lines.insert(m_lines.end(), lines.begin(), lines.end());
    endInsertRows();
    const int tooMany = rowCount() - kMostLines;
    if (tooMany <= 0)
        return;
    beginRemoveRows({}, 0, tooMany - 1);
    m_lines.erase(m_lines.begin(), m_lines.begin() + tooMany);
    endRemoveRows();
}

void LogModel::clear() {
    beginResetModel();
    m_lines.clear();
    endResetModel();
}

LogFilter::LogFilter(LogModel& model, QObject* parent) : RowFilter(parent), m_model(model) {
    setSourceModel(&model);
}

void LogFilter::setLevel(LogLevelFilter level) {
    changeFilter([&] { m_level = level; });
}

void LogFilter::setWords(const QString& words) {
    changeFilter([&] { m_words = words; });
}

bool LogFilter::filterAcceptsRow(int row, const QModelIndex&) const {
    const runs::LogEntry& line = m_model.at(row);
    using Level = runs::LogEntry::Level;
    if ((m_level == LogLevelFilter::WithoutSteps && line.isStep) ||
        (m_level == LogLevelFilter::Warnings && line.level == Level::Info) ||
        (m_level == LogLevelFilter::Errors && line.level != Level::Error))
        return false;
    return m_words.isEmpty() || toQString(line.text).contains(m_words, Qt::CaseInsensitive);
}

QString localTimeText(const runs::LogEntry& line) {
    const QDateTime time = QDateTime::fromString(toQString(line.time), Qt::ISODate);
    return time.isValid() ? time.toLocalTime().toString(QStringLiteral("HH:mm:ss")) : QString();
}

} // namespace unlit::ui
