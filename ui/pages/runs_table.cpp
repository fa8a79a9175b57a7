#include "ui/pages/runs_table.h"

#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QVBoxLayout>

#include <array>

namespace unlit::ui {

namespace {

constexpr int kRowPx = 30;
constexpr std::array kWidthsPx = {150, 92, 112, 62, 96, 84, 130};

} // namespace

RunsTable::RunsTable(RunsModel& model, QWidget* parent)
    : QFrame(parent), m_model(model), m_counts(makeLabel({}, "hint", this)),
      m_filter(new QLineEdit(this)), m_table(new QTableView(this)),
      m_message(new MessageBar(this)) {
    setObjectName(QStringLiteral("panel"));
    setMinimumWidth(300);
    auto* title = new QHBoxLayout;
    title->setContentsMargins(14, 0, 14, 0);
    QLabel* word = makeLabel(tr("Runs"), "section", this);
    word->setFixedHeight(38);
    title->addWidget(word);
    title->addStretch(1);
    title->addWidget(m_counts);
    m_filter->setObjectName(QStringLiteral("runsFilter"));
    m_filter->setPlaceholderText(tr("Filter by name or status"));
    m_filter->setAccessibleName(tr("Filter of the runs"));
    m_filter->setToolTip(tr("Shows runs whose name, status or note has these words (Ctrl+F)"));
    m_filter->setClearButtonEnabled(true);
    auto* filter = new QHBoxLayout;
    filter->setContentsMargins(12, 0, 12, 8);
    filter->addWidget(m_filter);
    auto* message = new QHBoxLayout;
    message->setContentsMargins(12, 8, 12, 8);
    message->addWidget(m_message);
    setUpTable();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(title);
    column->addLayout(filter);
    column->addWidget(m_table, 1);
    column->addLayout(message);
    column->addWidget(makeFooter());
    connect(m_filter, &QLineEdit::textChanged, &m_sorted,
            &QSortFilterProxyModel::setFilterFixedString);
}

void RunsTable::setUpTable() {
    m_sorted.setSourceModel(&m_model);
    m_sorted.setSortRole(RunsModel::SortRole);
    m_sorted.setFilterRole(RunsModel::FilterRole);
    m_sorted.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_sorted.setSortCaseSensitivity(Qt::CaseInsensitive);
    m_table->setModel(&m_sorted);
    m_table->setAccessibleName(tr("Runs"));
    m_table->setAccessibleDescription(
        tr("Space shows or hides the curves of the chosen run, Delete moves it to the trash"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setSortingEnabled(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideRight);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setTabKeyNavigation(false);
    m_table->installEventFilter(this);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(kRowPx);
    QHeaderView& header = *m_table->horizontalHeader();
    header.setHighlightSections(false);
    header.setSectionsMovable(true);
    for (int i = 0; i < RunsModel::ColumnCount; ++i)
        header.resizeSection(i, kWidthsPx[static_cast<std::size_t>(i)]);
    m_table->sortByColumn(RunsModel::Started, Qt::DescendingOrder);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &RunsTable::currentChanged);
    connect(m_table, &QTableView::customContextMenuRequested, this, [this](const QPoint& place) {
        if (m_table->indexAt(place).isValid())
            emit menuAsked(m_table->viewport()->mapToGlobal(place));
    });
}

bool RunsTable::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const auto& key = static_cast<const QKeyEvent&>(*event);
    if (key.modifiers() != Qt::NoModifier ||
        (key.key() != Qt::Key_Space && key.key() != Qt::Key_Delete))
        return QFrame::eventFilter(watched, event);
    if (key.key() == Qt::Key_Space) // in whatever column the current cell is
        emit toggleAsked();
    else
        emit trashAsked();
    return true;
}

QWidget* RunsTable::makeFooter() {
    auto* footer = new QFrame(this);
    footer->setObjectName(QStringLiteral("panelFooter"));
    footer->setFixedHeight(54);
    auto* add = new QPushButton(tr("Add folder…"), footer);
    add->setToolTip(tr("Look for runs in one more folder (Ctrl+O)"));
    auto* folders = new QPushButton(tr("Folders"), footer);
    folders->setToolTip(tr("The folders that are looked through"));
    for (QPushButton* button : {add, folders})
        button->setFocusPolicy(Qt::TabFocus);
    connect(add, &QPushButton::clicked, this, &RunsTable::addFolderAsked);
    connect(folders, &QPushButton::clicked, this,
            [this, folders] { emit foldersAsked(folders->mapToGlobal(QPoint(0, 0))); });
    auto* row = new QHBoxLayout(footer);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(8);
    row->addWidget(add);
    row->addWidget(folders);
    row->addStretch(1);
    return footer;
}

int RunsTable::current() const {
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? m_sorted.mapToSource(index).row() : -1;
}

void RunsTable::setCurrent(int row) {
    m_table->setCurrentIndex(m_sorted.mapFromSource(m_model.index(row, RunsModel::Name)));
}

void RunsTable::focusFilter() {
    m_filter->setFocus();
    m_filter->selectAll();
}

void RunsTable::setCounts(const QString& text) {
    m_counts->setText(text);
}

QByteArray RunsTable::columns() const {
    return m_table->horizontalHeader()->saveState();
}

void RunsTable::setColumns(const QByteArray& state) {
    if (!state.isEmpty())
        m_table->horizontalHeader()->restoreState(state);
}

} // namespace unlit::ui
