#include "ui/widgets/folder_table.h"

#include "ui/widgets/form_column.h"

#include <QHeaderView>
#include <QVBoxLayout>

namespace unlit::ui {

namespace {

constexpr int kFolderRowPx = 30;
constexpr int kLeastWidthPx = 300;

} // namespace

FolderTable::FolderTable(QAbstractItemModel& rows, const FolderTableSetup& setup, QWidget* parent)
    : QFrame(parent), m_rows(rows), m_counts(makeLabel({}, "hint", this)),
      m_filter(new QLineEdit(this)), m_table(new QTableView(this)), m_message(new MessageBar(this)),
      m_footer(new QHBoxLayout) {
    setObjectName(QStringLiteral("panel"));
    setMinimumWidth(kLeastWidthPx);
    auto* message = new QHBoxLayout;
    message->setContentsMargins(12, 8, 12, 8);
    message->addWidget(m_message);
    setUpTable(setup);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(makeHead(setup));
    column->addWidget(m_table, 1);
    column->addLayout(message);
    column->addWidget(makeFooter(setup));
}

QLayout* FolderTable::makeHead(const FolderTableSetup& setup) {
    auto* title = new QHBoxLayout;
    QLabel* word = makeLabel(setup.title, "section", this);
    word->setFixedHeight(38);
    title->setContentsMargins(2, 0, 2, 0);
    title->addWidget(word);
    title->addStretch(1);
    title->addWidget(m_counts);
    m_filter->setPlaceholderText(setup.filterHint);
    m_filter->setAccessibleName(tr("Filter: %1").arg(setup.title));
    m_filter->setToolTip(setup.filterToolTip);
    m_filter->setClearButtonEnabled(true);
    m_makeFilter = setup.makeFilter;
    if (m_makeFilter)
        connect(m_filter, &QLineEdit::textChanged, this, &FolderTable::refilter);
    else
        connect(m_filter, &QLineEdit::textChanged, &m_sorted,
                &QSortFilterProxyModel::setFilterFixedString);
    auto* head = new QVBoxLayout;
    head->setContentsMargins(12, 0, 12, 8);
    head->setSpacing(0);
    head->addLayout(title);
    head->addWidget(m_filter);
    return head;
}

void FolderTable::setUpTable(const FolderTableSetup& setup) {
    m_sorted.setSourceModel(&m_rows);
    m_sorted.setSortRole(setup.sortRole);
    m_sorted.setFilterRole(setup.filterRole);
    m_sorted.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_sorted.setSortCaseSensitivity(Qt::CaseInsensitive);
    m_table->setModel(&m_sorted);
    m_table->setAccessibleName(setup.title);
    m_table->setAccessibleDescription(setup.keys);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setSortingEnabled(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideRight);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(kFolderRowPx);
    QHeaderView& header = *m_table->horizontalHeader();
    header.setHighlightSections(false);
    header.setSectionsMovable(true);
    int section = 0;
    for (const int width : setup.widthsPx)
        header.resizeSection(section++, width);
    m_table->sortByColumn(setup.sortColumn, setup.sortOrder);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &FolderTable::currentChanged);
    connect(m_table, &QTableView::customContextMenuRequested, this, [this](const QPoint& place) {
        if (m_table->indexAt(place).isValid())
            emit menuAsked(m_table->viewport()->mapToGlobal(place));
    });
}

QWidget* FolderTable::makeFooter(const FolderTableSetup& setup) {
    auto* footer = new QFrame(this);
    footer->setObjectName(QStringLiteral("panelFooter"));
    footer->setFixedHeight(54);
    footer->setLayout(m_footer);
    m_footer->setContentsMargins(12, 0, 12, 0);
    m_footer->setSpacing(8);
    QPushButton* add = makeButton(tr("Add folder…"), setup.addToolTip);
    QPushButton* folders = makeButton(tr("Folders"), tr("The folders that are looked through"));
    connect(add, &QPushButton::clicked, this, &FolderTable::addFolderAsked);
    connect(folders, &QPushButton::clicked, this,
            [this, folders] { emit foldersAsked(folders->mapToGlobal(QPoint(0, 0))); });
    m_footer->addWidget(add);
    m_footer->addWidget(folders);
    m_footer->addStretch(1);
    return footer;
}

QPushButton* FolderTable::makeButton(const QString& text, const QString& toolTip) {
    auto* button = new QPushButton(text, this);
    button->setToolTip(toolTip);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QPushButton* FolderTable::addButton(const QString& text, const QString& toolTip) {
    QPushButton* button = makeButton(text, toolTip);
    m_footer->addWidget(button);
    return button;
}

int FolderTable::current() const {
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? m_sorted.mapToSource(index).row() : -1;
}

void FolderTable::setCurrent(int row) {
    m_table->setCurrentIndex(m_sorted.mapFromSource(m_rows.index(row, 0)));
}

void FolderTable::refilter() {
    m_sorted.setPasses(m_makeFilter(m_filter->text()));
    emit filtered();
}

std::vector<int> FolderTable::rowsOnShow() const {
    std::vector<int> rows;
    for (int row = 0; row < m_sorted.rowCount(); ++row)
        rows.push_back(m_sorted.mapToSource(m_sorted.index(row, 0)).row());
    return rows;
}

void FolderTable::focusFilter() {
    m_filter->setFocus();
    m_filter->selectAll();
}

void FolderTable::setCounts(const QString& text) {
    m_counts->setText(text);
}

QByteArray FolderTable::columns() const {
    return m_table->horizontalHeader()->saveState();
}

void FolderTable::setColumns(const QByteArray& state) {
    if (!state.isEmpty())
        m_table->horizontalHeader()->restoreState(state);
}

} // namespace unlit::ui
