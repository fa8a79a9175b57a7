#include "ui/widgets/differences_table.h"

#include "ui/kit/text.h"
#include "ui/theme/theme.h"

#include <QHeaderView>

namespace unlit::ui {

namespace {

constexpr int kDifferenceRowPx = 28;

QList<QStandardItem*> rowOf(const config::Difference& difference) {
    QList<QStandardItem*> row;
    for (const std::string& text : {difference.key, difference.before, difference.after}) {
        auto* item = new QStandardItem(text.empty() ? QStringLiteral("–") : toQString(text));
        item->setEditable(false);
        item->setToolTip(toQString(text));
        if (!row.isEmpty())
            item->setFont(valueFont());
        row += item;
    }
    return row;
}

} // namespace

DifferencesTable::DifferencesTable(QWidget* parent) : QTableView(parent) {
    setModel(&m_model);
    setAccessibleName(tr("Settings that differ"));
    setShowGrid(false);
    setWordWrap(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(kDifferenceRowPx);
    horizontalHeader()->setHighlightSections(false);
    connect(this, &QTableView::activated, this, [this](const QModelIndex& index) {
        emit chosen(index.siblingAtColumn(0).data().toString().toStdString());
    });
}

void DifferencesTable::show(const std::vector<config::Difference>& differences,
                            const QString& before, const QString& after) {
    m_model.clear();
    for (const config::Difference& difference : differences)
        m_model.appendRow(rowOf(difference));
    m_model.setHorizontalHeaderLabels({tr("Setting"), before, after});
    for (int column = 0; column < 3; ++column)
        m_model.horizontalHeaderItem(column)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
}

} // namespace unlit::ui
