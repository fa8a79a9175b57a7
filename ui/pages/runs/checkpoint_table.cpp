#include "ui/pages/runs/checkpoint_table.h"

#include "core/base/text.h"
#include "ui/kit/text.h"
#include "ui/plots/plot_text.h"
#include "ui/theme/theme.h"

#include <QDateTime>
#include <QHeaderView>
#include <QKeyEvent>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kCheckpointRowPx = 28;
constexpr int kCheckpointNamePx = 122;
constexpr int kLongestNamePx = 240;
constexpr int kCheckpointStepPx = 64;
constexpr int kCheckpointFigurePx = 86;
constexpr int kCheckpointTimePx = 146;

QStandardItem* itemOf(const QString& text, bool isNumber, const QString& toolTip) {
    auto* item = new QStandardItem(text);
    item->setEditable(false);
    item->setToolTip(toolTip);
    if (isNumber) {
        item->setFont(valueFont());
        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    }
    return item;
}

QString toolTipOf(const runs::RunCheckpoint& checkpoint) {
    QStringList facts;
    if (checkpoint.isBest)
        facts += CheckpointTable::tr("The best of those that are there");
    facts += checkpoint.hasState
                 ? CheckpointTable::tr("With optimizer, seeds and place in the data: a run can go "
                                       "on from it")
                 : CheckpointTable::tr("Weights alone: it can be used and forked, not resumed");
    facts += CheckpointTable::tr("%1, of which %2 are shared with no other checkpoint")
                 .arg(toQString(formatBytes(checkpoint.bytes)),
                      toQString(formatBytes(checkpoint.ownBytes)));
    facts += toQString(checkpoint.folder);
    return facts.join(u'\n');
}

QList<QStandardItem*> rowOf(const runs::RunCheckpoint& checkpoint) {
    const QString toolTip = toolTipOf(checkpoint);
    const QString none = QStringLiteral("–");
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(qint64(1000 * checkpoint.time));
    return {
        itemOf((checkpoint.isBest ? QStringLiteral("★ ") : QString()) + toQString(checkpoint.name),
               false, toolTip),
        itemOf(checkpoint.step ? QString::number(*checkpoint.step) : none, true, toolTip),
        itemOf(checkpoint.figure ? figureText(*checkpoint.figure) : none, true, toolTip),
        itemOf(checkpoint.time > 0 ? time.toString(QStringLiteral("yyyy-MM-dd HH:mm")) : none, true,
               toolTip),
        itemOf(toQString(formatBytes(checkpoint.bytes)), true, toolTip)};
}

} // namespace

CheckpointTable::CheckpointTable(QWidget* parent) : QTableView(parent) {
    setModel(&m_model);
    setAccessibleName(tr("Checkpoints of the run"));
    setAccessibleDescription(tr("Ctrl or Shift chooses several; Delete removes what is chosen"));
    setShowGrid(false);
    setWordWrap(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(kCheckpointRowPx);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setStretchLastSection(true);
    m_model.setColumnCount(ColumnCount);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &CheckpointTable::chosenChanged);
}

void CheckpointTable::show(const runs::RunCheckpoints& checkpoints) {
    if (checkpoints.run == m_checkpoints.run && checkpoints.list == m_checkpoints.list &&
        checkpoints.figureTag == m_checkpoints.figureTag)
        return;
    std::vector<std::string> names;
    if (checkpoints.run == m_checkpoints.run)
        names = stillChosen(checkpoints);
    m_checkpoints = checkpoints;
    {
        const QSignalBlocker quiet(selectionModel());
        m_model.removeRows(0, m_model.rowCount());
        for (const runs::RunCheckpoint& checkpoint : checkpoints.list)
            m_model.appendRow(rowOf(checkpoint));
        const std::string& tag = checkpoints.figureTag;
        m_model.setHorizontalHeaderLabels(
            {tr("Checkpoint"), tr("Step"),
             tag.empty() ? tr("Figure") : toQString(tag.substr(tag.rfind('/') + 1)), tr("Saved"),
             tr("Size")});
        m_model.horizontalHeaderItem(Name)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        for (int column = Step; column < ColumnCount; ++column)
            m_model.horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight |
                                                                   Qt::AlignVCenter);
        m_model.horizontalHeaderItem(Figure)->setToolTip(
            tag.empty() ? tr("The validation figure that decides which is best; none yet")
                        : toQString(tag));
    }
    // Names with a figure are longer than those of steps.
    setColumnWidth(Name, std::clamp(sizeHintForColumn(Name), kCheckpointNamePx, kLongestNamePx));
    setColumnWidth(Step, kCheckpointStepPx);
    setColumnWidth(Figure, kCheckpointFigurePx);
    setColumnWidth(Time, kCheckpointTimePx);
    if (const runs::RunCheckpoint* best = checkpoints.best(); names.empty() && best != nullptr)
        names = {best->name};
    choose(names);
    emit chosenChanged();
}

std::vector<std::string> CheckpointTable::stillChosen(const runs::RunCheckpoints& now) const {
    std::vector<std::string> names;
    for (const runs::RunCheckpoint& checkpoint : chosen())
        if (now.find(checkpoint.name) != nullptr)
            names.push_back(checkpoint.name);
    if (!names.empty() || chosen().empty() || now.list.empty())
        return names;
    const auto first =
        std::ranges::find(m_checkpoints.list, chosen().front().name, &runs::RunCheckpoint::name);
    const auto next = std::find_if(first, m_checkpoints.list.end(), [&](const auto& checkpoint) {
        return now.find(checkpoint.name) != nullptr;
    });
    return {next != m_checkpoints.list.end() ? next->name : now.list.back().name};
}

std::vector<runs::RunCheckpoint> CheckpointTable::chosen() const {
    std::vector<runs::RunCheckpoint> chosen;
    for (std::size_t row = 0; row < m_checkpoints.list.size(); ++row)
        if (selectionModel()->isRowSelected(static_cast<int>(row), {}))
            chosen.push_back(m_checkpoints.list[row]);
    return chosen;
}

void CheckpointTable::choose(const std::vector<std::string>& names) {
    QItemSelection rows;
    for (std::size_t row = 0; row < m_checkpoints.list.size(); ++row)
        if (std::ranges::find(names, m_checkpoints.list[row].name) != names.end()) {
            const int at = static_cast<int>(row);
            rows.select(m_model.index(at, 0), m_model.index(at, ColumnCount - 1));
        }
    selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
    if (!rows.isEmpty())
        selectionModel()->setCurrentIndex(rows.indexes().front(), QItemSelectionModel::NoUpdate);
}

void CheckpointTable::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Delete && event->modifiers() == Qt::NoModifier)
        emit removeAsked();
    else
        QTableView::keyPressEvent(event);
}

} // namespace unlit::ui
