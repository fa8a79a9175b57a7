#include "ui/data/pair_grid.h"

#include "ui/data/pair_delegate.h"

#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kOrderAfterMs = 30; // a scroll gesture does not order what it only passes

} // namespace

PairGrid::PairGrid(PairListModel& pairs, PairFilterModel& filtered, ThumbnailMaker& maker,
                   QWidget* parent)
    : QListView(parent), m_pairs(pairs), m_filtered(filtered), m_maker(maker),
      m_delegate(new PairDelegate(this)) {
    setObjectName(QStringLiteral("pairGrid"));
    setAccessibleName(tr("Pairs"));
    setModel(&filtered);
    setItemDelegate(m_delegate);
    setViewMode(QListView::IconMode);
    setFlow(QListView::LeftToRight);
    setMovement(QListView::Static);
    setResizeMode(QListView::Adjust);
    setUniformItemSizes(true);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // the width of cells depends on it
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setFrameShape(QFrame::NoFrame);
    verticalScrollBar()->setSingleStep(40);
    // Its place stays, but there is nothing to take hold of where everything is seen.
    verticalScrollBar()->setEnabled(false);
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this,
            [this](int least, int most) { verticalScrollBar()->setEnabled(most > least); });
    fitCells();
    m_orderTimer.setSingleShot(true);
    m_orderTimer.setInterval(kOrderAfterMs);
    connect(&m_orderTimer, &QTimer::timeout, this, &PairGrid::orderThumbnails);
    connect(&filtered, &QAbstractItemModel::modelReset, this, &PairGrid::orderSoon);
    connect(&filtered, &QAbstractItemModel::layoutChanged, this, &PairGrid::orderSoon);
    connect(&filtered, &QAbstractItemModel::rowsInserted, this, &PairGrid::orderSoon);
    connect(&filtered, &QAbstractItemModel::rowsRemoved, this, &PairGrid::orderSoon);
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this] { emit currentRowChanged(currentRow()); });
    connect(this, &QListView::activated, this,
            [this](const QModelIndex& index) { emit openAsked(m_filtered.sourceRow(index)); });
    connect(this, &QListView::customContextMenuRequested, this, [this](const QPoint& place) {
        if (indexAt(place).isValid())
            emit menuAsked(viewport()->mapToGlobal(place));
    });
    connect(&maker, &ThumbnailMaker::made, &pairs, &PairListModel::setThumbnail);
    connect(&maker, &ThumbnailMaker::failed, &pairs, &PairListModel::setProblem);
}

int PairGrid::currentRow() const {
    return m_filtered.sourceRow(currentIndex());
}

void PairGrid::setCurrentRow(int row) {
    const QModelIndex index = m_filtered.indexOf(row);
    if (index.isValid())
        setCurrentIndex(index);
}

std::vector<int> PairGrid::chosenRows() const {
    std::vector<int> rows;
    for (const QModelIndex& index : selectionModel()->selectedIndexes())
        rows.push_back(m_filtered.sourceRow(index));
    if (rows.empty() && currentIndex().isValid())
        rows.push_back(currentRow());
    std::ranges::sort(rows);
    return rows;
}

void PairGrid::step(int count) {
    const int last = m_filtered.rowCount() - 1;
    if (last < 0)
        return;
    const int from = currentIndex().isValid() ? currentIndex().row() : 0;
    setCurrentIndex(m_filtered.index(std::clamp(from + count, 0, last), 0));
}

std::pair<int, int> PairGrid::rowsInView() const {
    const int count = m_filtered.rowCount();
    const QSize cell = gridSize();
    const auto topOf = [this](int row) { return visualRect(m_filtered.index(row, 0)).top(); };
    int columns = 1;
    while (columns < count && topOf(columns) == topOf(0))
        ++columns;
    const int top = verticalScrollBar()->value() / cell.height();
    const int lines = viewport()->height() / cell.height() + 2;
    return {std::min(top * columns, std::max(0, count - 1)),
            std::min((top + lines) * columns, count) - 1};
}

void PairGrid::orderSoon() {
    m_ordered = {0, -1};
    m_orderTimer.start();
}

/// What is in view first, then what follows, then what came before.
void PairGrid::orderThumbnails() {
    const auto [first, last] = rowsInView();
    m_ordered = {first, last};
    const int screen = last - first + 1;
    std::vector<ThumbnailOrder> orders;
    const auto addRows = [&](int from, int to) {
        for (int row = std::max(0, from); row <= std::min(to, m_filtered.rowCount() - 1); ++row) {
            const int pair = m_filtered.sourceRow(m_filtered.index(row, 0));
            if (!m_pairs.isAnswered(pair))
                orders.push_back({pair, m_pairs.at(pair).pair});
        }
    };
    // No more than the model keeps: what is in view must not make room for what is not.
    const int ahead = std::clamp((PairListModel::kMostThumbnails - screen) / 2, 0, screen);
    addRows(first, last);
    addRows(last + 1, last + ahead);
    addRows(first - ahead, first - 1);
    m_maker.want(std::move(orders));
}

void PairGrid::paintEvent(QPaintEvent* event) {
    if (rowsInView() != m_ordered && !m_orderTimer.isActive())
        m_orderTimer.start();
    QListView::paintEvent(event);
}

void PairGrid::resizeEvent(QResizeEvent* event) {
    fitCells();
    QListView::resizeEvent(event);
    m_orderTimer.start();
}

void PairGrid::fitCells() {
    const QSize cell = PairDelegate::cellSizeFor(viewport()->width() - 1);
    if (cell == gridSize())
        return;
    m_delegate->setCellSize(cell);
    setGridSize(cell);
}

void PairGrid::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Delete && event->modifiers() == Qt::NoModifier) {
        emit quarantineAsked();
        return;
    }
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if ((isEnter || event->key() == Qt::Key_Space) && currentIndex().isValid() &&
        event->modifiers() == Qt::NoModifier) {
        emit openAsked(currentRow());
        return;
    }
    QListView::keyPressEvent(event);
}

} // namespace unlit::ui
