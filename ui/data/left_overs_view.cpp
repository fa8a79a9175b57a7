#include "ui/data/left_overs_view.h"

#include "ui/kit/text.h"

#include <QHeaderView>

namespace unlit::ui {

namespace {

constexpr int kLeftOverRowPx = 28;
constexpr int kPathWidthPx = 340;

} // namespace

void LeftOversModel::setFiles(std::vector<data::LeftOver> files) {
    beginResetModel();
    m_files = std::move(files);
    endResetModel();
}

int LeftOversModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_files.size());
}

int LeftOversModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : 2;
}

QVariant LeftOversModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const data::LeftOver& file = m_files[static_cast<std::size_t>(index.row())];
    return index.column() == 0 ? toQString(file.path) : sentence(file.reason);
}

QVariant LeftOversModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == 0 ? tr("File") : tr("Why it is in no pair");
}

LeftOversView::LeftOversView(QWidget* parent) : QTableView(parent) {
    setModel(&m_files);
    setAccessibleName(tr("Left over files"));
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setShowGrid(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideMiddle);
    setTabKeyNavigation(false);
    setFrameShape(QFrame::NoFrame);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(kLeftOverRowPx);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->resizeSection(0, kPathWidthPx);
}

} // namespace unlit::ui
