// Which settings and figures the table of runs has columns for, and the table as a file.
#include "core/base/atomic_file.h"
#include "core/base/failure.h"
#include "core/train/writers/csv_text.h"
#include "ui/kit/failure_text.h"
#include "ui/kit/text.h"
#include "ui/pages/runs/runs_table.h"

#include <QFileDialog>
#include <QHeaderView>
#include <QMenu>

namespace unlit::ui {

void RunsTable::showColumnsMenu() {
    const QHeaderView* header = table().horizontalHeader();
    showColumnsAt(header->mapToGlobal(header->rect().bottomLeft()));
}

void RunsTable::showColumnsAt(const QPoint& globalPlace) {
    QStringList keys = m_model.moreColumns();
    for (const QString& key : m_model.possibleColumns())
        if (!keys.contains(key))
            keys += key;
    QMenu menu;
    if (keys.isEmpty())
        menu.addAction(tr("The runs differ in no setting"))->setEnabled(false);
    for (const QString& key : keys) {
        QAction* action = menu.addAction(key, this, [this, key] {
            QStringList chosen = m_model.moreColumns();
            if (chosen.removeAll(key) == 0)
                chosen += key;
            chooseColumns(chosen);
        });
        action->setCheckable(true);
        action->setChecked(m_model.moreColumns().contains(key));
    }
    menu.exec(globalPlace);
}

void RunsTable::chooseColumns(const QStringList& keys) {
    const int shown = current();
    const std::filesystem::path run =
        shown >= 0 ? m_model.at(shown).folder : std::filesystem::path();
    m_model.setMoreColumns(keys);
    if (const int row = m_model.rowOf(run); row >= 0)
        setCurrent(row);
}

std::string RunsTable::asCsv() const {
    const QAbstractItemModel& rows = *table().model();
    std::string text;
    const auto add = [&](const QString& cell, int column) {
        text += (column > 0 ? "," : "") + train::csvField(cell.toStdString());
    };
    for (int column = 0; column < rows.columnCount(); ++column)
        add(rows.headerData(column, Qt::Horizontal).toString(), column);
    text += "\n";
    for (int row = 0; row < rows.rowCount(); ++row) {
        for (int column = 0; column < rows.columnCount(); ++column)
            add(rows.index(row, column).data().toString(), column);
        text += "\n";
    }
    return text;
}

void RunsTable::exportCsv() {
    const QString file =
        QFileDialog::getSaveFileName(this, tr("Export the table"), QStringLiteral("runs.csv"),
                                     tr("Comma-separated values (*.csv)"));
    if (file.isEmpty())
        return;
    try {
        writeAtomically(toPath(file), asCsv());
        message().say(MessageBar::Kind::Good, tr("Wrote %1").arg(file), {}, {});
    } catch (...) {
        message().say(MessageBar::Kind::Bad, tr("The table is not written"),
                      failureText(translateCurrentException()), {});
    }
}

} // namespace unlit::ui
