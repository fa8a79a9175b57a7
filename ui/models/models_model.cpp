#include "ui/models/models_model.h"

#include "core/base/text.h"
#include "ui/kit/text.h"

#include <QFont>

#include <algorithm>

namespace unlit::ui {

namespace {

/// Of a column's title and of what stands below it.
QVariant alignmentOf(int column) {
    const bool isNumber = column == ModelsModel::Parameters || column == ModelsModel::Disk;
    return QVariant((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

} // namespace

int ModelsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ModelsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ModelsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const ModelRow& row = at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case SortRole:
        return sortValue(row, index.column());
    case FilterRole:
        return QString(toQString(row.found.name) + u' ' + targetsText(row) + u' ' +
                       toQString(row.found.folder));
    case Qt::ToolTipRole:
        return row.failure ? sentence(row.failure->text()) : toQString(row.found.folder);
    case Qt::FontRole:
        if (index.column() == Name && row.found.folder == m_used) {
            QFont font;
            font.setBold(true);
            return font;
        }
        return {};
    case Qt::TextAlignmentRole:
        return alignmentOf(index.column());
    default:
        return {};
    }
}

QVariant ModelsModel::text(const ModelRow& row, int column) const {
    switch (column) {
    case Name:
        return row.found.folder == m_used ? tr("%1 · in use").arg(toQString(row.found.name))
                                          : toQString(row.found.name);
    case Targets:
        return targetsText(row);
    case Parameters:
        return row.summary ? countText(row.parameters()) : QString();
    case Type:
        return toQString(row.dtype());
    case Disk:
        return toQString(formatBytes(row.diskBytes));
    case Place:
        return placeText(row.found.place);
    default:
        return {};
    }
}

QVariant ModelsModel::sortValue(const ModelRow& row, int column) const {
    if (column == Parameters)
        return static_cast<qulonglong>(row.parameters());
    if (column == Disk)
        return static_cast<qulonglong>(row.diskBytes);
    if (column == Place)
        return static_cast<int>(row.found.place);
    return text(row, column);
}

QVariant ModelsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return alignmentOf(section);
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const bool isTip = role == Qt::ToolTipRole;
    switch (section) {
    case Name:
        return isTip ? tr("Folder, or repository of the hub") : tr("Model");
    case Targets:
        return isTip ? tr("What it makes of a picture") : tr("Makes");
    case Parameters:
        return isTip ? tr("Numbers that were learnt, of all parts") : tr("Parameters");
    case Type:
        return isTip ? tr("Type of the stored weights of UNet and VAE") : tr("Type");
    case Disk:
        return isTip ? tr("All files of the folder") : tr("On disk");
    case Place:
        return isTip ? tr("Came with the program, lies in a folder of yours, or in the cache of "
                          "the Hugging Face hub")
                     : tr("Place");
    default:
        return {};
    }
}

void ModelsModel::put(const ModelRow& row) {
    const int known = rowOf(row.found.folder);
    if (known >= 0) {
        m_rows[static_cast<std::size_t>(known)] = row;
        emit dataChanged(index(known, 0), index(known, ColumnCount - 1));
        return;
    }
    const int end = rowCount();
    beginInsertRows({}, end, end);
    m_rows.push_back(row);
    endInsertRows();
}

void ModelsModel::keepOnly(const std::vector<std::filesystem::path>& folders) {
    for (int row = rowCount() - 1; row >= 0; --row) {
        if (std::ranges::find(folders, at(row).found.folder) != folders.end())
            continue;
        beginRemoveRows({}, row, row);
        m_rows.erase(m_rows.begin() + row);
        endRemoveRows();
    }
}

int ModelsModel::rowOf(const std::filesystem::path& folder) const {
    const auto found = std::ranges::find_if(
        m_rows, [&](const ModelRow& row) { return row.found.folder == folder; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

void ModelsModel::setUsed(const std::filesystem::path& folder) {
    m_used = folder;
    if (!m_rows.empty())
        emit dataChanged(index(0, Name), index(rowCount() - 1, Name));
}

QString placeText(ModelPlace place) {
    switch (place) {
    case ModelPlace::Bundled:
        return ModelsModel::tr("bundled");
    case ModelPlace::Own:
        return ModelsModel::tr("own");
    case ModelPlace::Hub:
        break;
    }
    return ModelsModel::tr("hub");
}

QString targetsText(const ModelRow& row) {
    if (!row.summary)
        return ModelsModel::tr("cannot be used");
    if (!row.seesImage)
        return ModelsModel::tr("to be trained first");
    QStringList names;
    for (const std::string& target : row.summary->targets)
        names += toQString(target);
    return names.join(QStringLiteral(", "));
}

} // namespace unlit::ui
