#include "ui/models/runs_model.h"

#include "core/base/text.h"
#include "core/runs/run_filter.h"
#include "ui/kit/text.h"
#include "ui/plots/plot_text.h"
#include "ui/plots/run_colors.h"
#include "ui/theme/icon.h"

#include <QDateTime>
#include <QGuiApplication>
#include <QIcon>
#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <array>
#include <bit>

namespace unlit::ui {

namespace {

constexpr std::array kTitles = {QT_TRANSLATE_NOOP("unlit::ui::RunsModel", "Run"),
                                QT_TRANSLATE_NOOP("unlit::ui::RunsModel", "Status"),
                                QT_TRANSLATE_NOOP("unlit::ui::RunsModel", "Steps"),
                                QT_TRANSLATE_NOOP("unlit::ui::RunsModel", "Best"),
                                QT_TRANSLATE_NOOP("unlit::ui::RunsModel", "Duration"),
                                QT_TRANSLATE_NOOP("unlit::ui::RunsModel", "Disk"),
                                QT_TRANSLATE_NOOP("unlit::ui::RunsModel", "Started")};

QColor statusColor(runs::RunStatus status) {
    const QPalette palette = QGuiApplication::palette();
    const ThemeTokens& tokens = themeTokens(palette);
    switch (status) {
    case runs::RunStatus::Running:
        return tokens.good;
    case runs::RunStatus::Paused:
        return tokens.accent;
    case runs::RunStatus::Failed:
    case runs::RunStatus::Unreadable:
        return tokens.bad;
    case runs::RunStatus::Interrupted:
        return tokens.accent;
    case runs::RunStatus::Finished:
    case runs::RunStatus::Stopped:
        break;
    }
    return tokens.secondary;
}

/// "cycles · albedo_psnr_ema": the validation's tag without its first word.
QString figureName(const std::string& tag) {
    QString name = toQString(tag);
    if (name.startsWith(QStringLiteral("val/")))
        name.remove(0, 4);
    return name.replace(u'/', QStringLiteral(" · "));
}

QString toolTip(const runs::RunSummary& run) {
    QString text = toQString(run.folder);
    if (run.best)
        text += RunsModel::tr("\n%1: %2 at step %3")
                    .arg(figureName(run.best->tag), figureText(run.best->value))
                    .arg(run.best->step);
    if (!run.note.empty())
        text += u'\n' + sentence(run.note);
    if (!run.labels.tags.empty())
        text += RunsModel::tr("\nTags: %1").arg(toQString(runs::cellOf(run, "tags")));
    if (!run.labels.group.empty())
        text += RunsModel::tr("\nGroup: %1").arg(toQString(run.labels.group));
    if (run.labels.isArchived)
        text += RunsModel::tr("\nArchived");
    return text;
}

QPixmap swatch(const QColor& color, qreal ratio) {
    QPixmap pixmap(QSize(12, 12) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(QRectF(1, 1, 10, 10));
    return pixmap;
}

/// Numbers in their order, then texts, then what is not there: a column may hold all three, and
/// texts alone have one order.
QString mixedKey(const QString& cell) {
    if (cell.isEmpty())
        return QStringLiteral("2");
    bool isNumber = false;
    const double number = cell.toDouble(&isNumber);
    if (!isNumber)
        return u'1' + cell;
    constexpr quint64 sign = quint64{1} << 63;
    const auto bits = std::bit_cast<quint64>(number);
    return QStringLiteral("0%1").arg((bits & sign) != 0 ? ~bits : bits | sign, 16, 16, QChar(u'0'));
}

} // namespace

QString statusText(runs::RunStatus status) {
    switch (status) {
    case runs::RunStatus::Running:
        return RunsModel::tr("running");
    case runs::RunStatus::Paused:
        return RunsModel::tr("paused");
    case runs::RunStatus::Finished:
        return RunsModel::tr("finished");
    case runs::RunStatus::Stopped:
        return RunsModel::tr("stopped");
    case runs::RunStatus::Failed:
        return RunsModel::tr("failed");
    case runs::RunStatus::Interrupted:
        return RunsModel::tr("interrupted");
    case runs::RunStatus::Unreadable:
        break;
    }
    return RunsModel::tr("unreadable");
}

int RunsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RunsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount + static_cast<int>(m_moreColumns.size());
}

QString RunsModel::text(const runs::RunSummary& run, int column) const {
    switch (column) {
    case Name:
        return toQString(run.name);
    case Status:
        return statusText(run.status);
    case Steps:
        return run.maxStep > run.step ? tr("%1 / %2").arg(run.step).arg(run.maxStep)
                                      : QString::number(run.step);
    case Best:
        return run.best ? figureText(run.best->value) : QString();
    case Duration:
        return run.seconds > 0 ? toQString(formatSeconds(run.seconds)) : QString();
    case Disk:
        return toQString(formatBytes(run.bytes));
    case Started:
        return run.startTime > 0 ? QDateTime::fromSecsSinceEpoch(static_cast<qint64>(run.startTime))
                                       .toString(QStringLiteral("yyyy-MM-dd hh:mm"))
                                 : QString();
    default:
        return toQString(runs::cellOf(run, m_moreColumns.at(column - ColumnCount).toStdString()));
    }
}

QVariant RunsModel::sortValue(const runs::RunSummary& run, int column) const {
    switch (column) {
    case Status:
        return static_cast<int>(run.status);
    case Steps:
        return static_cast<qlonglong>(run.step);
    case Best:
        return run.best ? QVariant(run.best->value) : QVariant();
    case Duration:
        return run.seconds;
    case Disk:
        return static_cast<qulonglong>(run.bytes);
    case Started:
        return run.startTime;
    default:
        break;
    }
    return column < ColumnCount ? text(run, column) : mixedKey(text(run, column));
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(row.summary, column);
    case SortRole:
        return sortValue(row.summary, column);
    case FolderRole:
        return toQString(row.summary.folder);
    case FilterRole:
        return QString(text(row.summary, Name) + u' ' + text(row.summary, Status) + u' ' +
                       toQString(row.summary.note));
    case Qt::ToolTipRole:
        return toolTip(row.summary);
    case Qt::AccessibleTextRole:
        return column == Name ? QString(text(row.summary, Name) + QStringLiteral(", ") +
                                        text(row.summary, Status))
                              : text(row.summary, column);
    case Qt::TextAlignmentRole:
        return column == Name || column == Status ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
                                                  : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ForegroundRole:
        return column == Status                ? QVariant(statusColor(row.summary.status))
               : row.summary.labels.isArchived ? QVariant(statusColor(runs::RunStatus::Stopped))
                                               : QVariant();
    case Qt::CheckStateRole:
        return column == Name ? QVariant(row.isShown ? Qt::Checked : Qt::Unchecked) : QVariant();
    case Qt::DecorationRole:
        return column == Name && row.isShown && row.color
                   ? QVariant(swatch(runColor(*row.color, QGuiApplication::palette()),
                                     qApp->devicePixelRatio()))
                   : QVariant();
    default:
        return {};
    }
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (section >= ColumnCount && (role == Qt::DisplayRole || role == Qt::ToolTipRole))
        return m_moreColumns.at(section - ColumnCount);
    if (role == Qt::DisplayRole)
        return tr(kTitles[static_cast<std::size_t>(section)]);
    if (role == Qt::ToolTipRole && section == Best)
        return tr("Of the figure that decides which checkpoint is best");
    if (role == Qt::TextAlignmentRole)
        return section == Name || section == Status ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
                                                    : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && index.column() == Name)
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || !index.isValid() || index.column() != Name)
        return false;
    setShown(index.row(), value.toInt() == Qt::Checked);
    return true;
}

void RunsModel::setMoreColumns(const QStringList& keys) {
    if (keys == m_moreColumns)
        return;
    beginResetModel(); // the runs stay: views sort and select anew
    m_moreColumns = keys;
    endResetModel();
}

QStringList RunsModel::possibleColumns() const {
    std::vector<const runs::RunSettings*> settings;
    QStringList figures;
    QStringList labels;
    const auto isUsed = [this](auto has) {
        return std::ranges::any_of(m_rows, [&](const Row& row) { return has(row.summary.labels); });
    };
    if (isUsed([](const runs::RunLabels& one) { return !one.tags.empty(); }))
        labels += QStringLiteral("tags");
    if (isUsed([](const runs::RunLabels& one) { return !one.group.empty(); }))
        labels += QStringLiteral("group");
    for (const Row& row : m_rows) {
        if (row.summary.settings)
            settings.push_back(row.summary.settings.get());
        if (row.summary.figures)
            for (const auto& [tag, best] : *row.summary.figures)
                figures += toQString(tag);
    }
    figures.removeDuplicates();
    QStringList keys;
    if (!settings.empty())
        for (const std::string& key : runs::differingKeys(settings))
            keys += toQString(key);
    return labels + keys + figures;
}

void RunsModel::put(const std::vector<runs::RunSummary>& summaries) {
    std::vector<Row> fresh;
    for (const runs::RunSummary& summary : summaries) {
        const int known = rowOf(summary.folder);
        if (known < 0) {
            fresh.push_back(newRow(summary));
            continue;
        }
        m_rows[static_cast<std::size_t>(known)].summary = summary;
        emit dataChanged(index(known, 0), index(known, columnCount() - 1));
    }
    if (fresh.empty())
        return;
    const bool isSomeShown = std::ranges::any_of(fresh, &Row::isShown);
    beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(fresh.size()) - 1);
    for (Row& row : fresh) {
        m_places[row.summary.folder.native()] = rowCount();
        m_rows.push_back(std::move(row));
    }
    endInsertRows();
    if (isSomeShown)
        emit shownChanged();
}

/// On show, and in its colour, where it was so at the end of an earlier start.
RunsModel::Row RunsModel::newRow(const runs::RunSummary& summary) {
    Row row{summary};
    const auto remembered =
        std::ranges::find(m_remembered, toQString(summary.folder), &Remembered::folder);
    if (remembered != m_remembered.end()) {
        row.isShown = true;
        row.color = remembered->color;
        m_remembered.erase(remembered);
    }
    return row;
}

void RunsModel::remove(const std::vector<std::filesystem::path>& folders) {
    std::vector<int> rows;
    for (const std::filesystem::path& folder : folders)
        if (const int row = rowOf(folder); row >= 0)
            rows.push_back(row);
    if (rows.empty())
        return;
    std::ranges::sort(rows);
    rows.erase(std::ranges::unique(rows).begin(), rows.end());
    const bool wasShown = std::ranges::any_of(rows, [this](int row) { return isShown(row); });
    // From the end, rows that lie together in one piece: those before keep their numbers.
    for (auto last = rows.rbegin(); last != rows.rend();) {
        auto first = last;
        while (std::next(first) != rows.rend() && *std::next(first) == *first - 1)
            ++first;
        beginRemoveRows({}, *first, *last);
        m_rows.erase(m_rows.begin() + *first, m_rows.begin() + *last + 1);
        updatePlaces();
        endRemoveRows();
        last = std::next(first);
    }
    if (wasShown)
        emit shownChanged();
}

void RunsModel::updatePlaces() {
    m_places.clear();
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        m_places[m_rows[i].summary.folder.native()] = static_cast<int>(i);
}

void RunsModel::clear() {
    restoreShown(shownFolders(), shownColors());
    beginResetModel();
    m_rows.clear();
    m_places.clear();
    endResetModel();
    emit shownChanged();
}

int RunsModel::rowOf(const std::filesystem::path& folder) const {
    const auto found = m_places.find(folder.native());
    return found == m_places.end() ? -1 : found->second;
}

} // namespace unlit::ui
