#include "ui/pages/infer/queue_panel.h"

#include "ui/pages/infer/queue_delegate.h"
#include "ui/widgets/drop_area.h"
#include "ui/widgets/form_column.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kGlanceMs = 60;
constexpr int kLeastCountsPx = 80; // before it is laid out

} // namespace

QueuePanel::QueuePanel(InferenceQueueModel& queue, QWidget* parent)
    : QFrame(parent), m_queue(queue), m_title(makeLabel({}, "section", this)),
      m_counts(makeLabel({}, "hint", this)), m_list(new QListView(this)),
      m_dropArea(new DropArea(this)) {
    setObjectName(QStringLiteral("panel"));
    auto* title = new QHBoxLayout;
    title->setContentsMargins(14, 0, 14, 0);
    title->addWidget(m_title);
    // However much it says, the column is as wide as its buttons: what does not fit is in the tool
    // tip.
    m_counts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_counts->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    title->addWidget(m_counts, 1);
    m_title->setFixedHeight(38);
    setUpList();

    auto* dropRow = new QHBoxLayout;
    dropRow->setContentsMargins(14, 8, 14, 12);
    dropRow->addWidget(m_dropArea);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(title);
    column->addWidget(makeHeldBar());
    column->addWidget(m_list, 1);
    column->addLayout(dropRow);
    column->addWidget(makeFooter());
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&queue, signal, this, &QueuePanel::countChanged);
    connect(&queue, &QAbstractItemModel::dataChanged, this, &QueuePanel::countChanged);
    countChanged();
}

void QueuePanel::setUpList() {
    auto* delegate = new QueueDelegate(m_list);
    m_list->setModel(&m_queue);
    m_list->setItemDelegate(delegate);
    m_list->setMouseTracking(true);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setDragDropMode(QAbstractItemView::DragDrop);
    m_list->setDefaultDropAction(Qt::CopyAction);
    m_list->setDragDropOverwriteMode(false);
    m_list->setDropIndicatorShown(true);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->setAccessibleName(tr("Queue"));
    m_list->setAccessibleDescription(
        tr("Images in the order in which they run. Ctrl+Up and Ctrl+Down move the chosen one, "
           "Delete cancels it or takes it out, Ctrl+Z takes that back"));
    m_list->installEventFilter(this);
    connectDelegate(delegate);
}

QWidget* QueuePanel::makeHeldBar() {
    m_held = new QFrame(this);
    m_held->setObjectName(QStringLiteral("message"));
    m_heldText = makeLabel({}, "hint", m_held);
    m_heldText->setWordWrap(true);
    auto* go = new QPushButton(tr("Continue"), m_held);
    go->setProperty("role", QStringLiteral("primary"));
    go->setToolTip(tr("Run what waits (Ctrl+P)"));
    go->setFocusPolicy(Qt::TabFocus);
    connect(go, &QPushButton::clicked, this, &QueuePanel::continueAsked);
    auto* row = new QHBoxLayout(m_held);
    row->setContentsMargins(14, 8, 14, 8);
    row->addWidget(m_heldText, 1);
    row->addWidget(go, 0, Qt::AlignVCenter);
    m_held->hide();
    return m_held;
}

void QueuePanel::setHeld(bool isHeld, const QString& why) {
    m_heldText->setText(why);
    m_held->setVisible(isHeld);
}

void QueuePanel::setTimeLeft(const QString& time) {
    if (time == m_timeLeft)
        return;
    m_timeLeft = time;
    countChanged();
}

void QueuePanel::tellMissed() {
    const QRect view = m_list->viewport()->rect();
    std::vector<QueueItemId> ids;
    for (QModelIndex index = m_list->indexAt(view.topLeft() + QPoint(2, 2));
         index.isValid() && m_list->visualRect(index).intersects(view);
         index = index.siblingAtRow(index.row() + 1))
        if (index.data(Qt::DecorationRole).value<QImage>().isNull())
            ids.push_back(index.data(InferenceQueueModel::IdRole).toInt());
    if (!ids.empty())
        emit picturesMissed(ids);
}

void QueuePanel::connectDelegate(QueueDelegate* delegate) {
    m_glance.setSingleShot(true);
    m_glance.setInterval(kGlanceMs);
    connect(&m_glance, &QTimer::timeout, this, &QueuePanel::tellMissed);
    connect(delegate, &QueueDelegate::pictureMissed, &m_glance, qOverload<>(&QTimer::start));
    connect(delegate, &QueueDelegate::retryClicked, this, &QueuePanel::retryAsked);
    connect(delegate, &QueueDelegate::showInFolderClicked, this, &QueuePanel::showInFolderAsked);
    connect(delegate, &QueueDelegate::closeClicked, this,
            [this](QueueItemId id) { emit closeAsked({id}); });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this] { emit currentChanged(current()); });
    // A click below the rows leaves chosen what is on show: buttons and keys still mean it.
    connect(
        m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        [this] {
            if (!m_list->selectionModel()->hasSelection() && m_list->currentIndex().isValid())
                m_list->selectionModel()->select(m_list->currentIndex(),
                                                 QItemSelectionModel::Select);
        },
        Qt::QueuedConnection); // a row that is being taken out has gone by then
    connect(m_list, &QListView::customContextMenuRequested, this, [this](const QPoint& place) {
        const QModelIndex index = m_list->indexAt(place);
        if (index.isValid())
            emit menuAsked(index.data(InferenceQueueModel::IdRole).toInt(),
                           m_list->viewport()->mapToGlobal(place));
    });
}

QWidget* QueuePanel::makeFooter() {
    auto* footer = new QFrame(this);
    footer->setObjectName(QStringLiteral("panelFooter"));
    footer->setFixedHeight(54);
    auto* add = new QPushButton(tr("Add…"), footer);
    add->setToolTip(tr("Add image files to the queue (Ctrl+O)"));
    m_clear = new QPushButton(tr("Clear done"), footer);
    m_clear->setToolTip(
        tr("Take finished and cancelled images out of the queue; files stay (Ctrl+K). "
           "Ctrl+Z brings them back"));
    m_cancel = new QPushButton(tr("Cancel"), footer);
    m_cancel->setToolTip(tr("End the running image within one step, and all that wait (Ctrl+.)"));
    // A click leaves the focus where it is: a button that is then switched off would hand it on.
    for (QPushButton* button : {add, m_clear, m_cancel})
        button->setFocusPolicy(Qt::TabFocus);
    connect(add, &QPushButton::clicked, this, &QueuePanel::addAsked);
    connect(m_clear, &QPushButton::clicked, this, &QueuePanel::clearDoneAsked);
    connect(m_cancel, &QPushButton::clicked, this, &QueuePanel::cancelAllAsked);
    auto* row = new QHBoxLayout(footer);
    row->setContentsMargins(14, 0, 14, 0);
    row->setSpacing(8);
    row->addWidget(add);
    row->addWidget(m_clear);
    row->addStretch(1);
    row->addWidget(m_cancel);
    return footer;
}

void QueuePanel::countChanged() {
    const int count = m_queue.rowCount();
    const bool hasSequence = m_queue.hasSequence();
    m_title->setText(count == 0                  ? tr("Queue")
                     : hasSequence && count == 1 ? tr("Queue · 1 sequence")
                     : hasSequence               ? tr("Queue · %n entries", nullptr, count)
                                                 : tr("Queue · %n images", nullptr, count));
    const int failed = m_queue.countIn(QueueState::Failed);
    const int waiting = m_queue.countIn(QueueState::Waiting) + m_queue.countIn(QueueState::Running);
    QStringList counts;
    if (count > 1 && waiting > 0)
        counts += m_timeLeft.isEmpty() ? tr("%1 left").arg(waiting)
                                       : tr("%1 left, %2").arg(waiting).arg(m_timeLeft);
    if (count > 1 && failed > 0)
        counts += tr("%1 failed").arg(failed);
    const QString text = counts.join(QStringLiteral(" · "));
    m_counts->setText(m_counts->fontMetrics().elidedText(
        text, Qt::ElideRight, std::max(m_counts->width(), kLeastCountsPx)));
    m_counts->setToolTip(text);
    const int ended = m_queue.countIn(QueueState::Done) + m_queue.countIn(QueueState::Cancelled) +
                      m_queue.countIn(QueueState::Skipped);
    m_clear->setEnabled(ended > 0);
    m_cancel->setEnabled(waiting > 0);
}

std::vector<QueueItemId> QueuePanel::chosen() const {
    std::vector<int> rows;
    for (const QModelIndex& index : m_list->selectionModel()->selectedRows())
        rows.push_back(index.row());
    std::ranges::sort(rows);
    std::vector<QueueItemId> ids;
    for (const int row : rows)
        ids.push_back(m_queue.at(row).id);
    return ids;
}

void QueuePanel::moveChosen(int rows) {
    const std::vector<QueueItemId> ids = chosen();
    if (ids.empty())
        return;
    const int first = m_queue.indexOf(ids.front()).row();
    const int last = m_queue.indexOf(ids.back()).row();
    const int target =
        rows < 0 ? std::max(0, first + rows) : std::min(m_queue.rowCount(), last + 1 + rows);
    m_queue.moveTo(ids, target);
    m_list->scrollTo(m_list->currentIndex());
}

void QueuePanel::moveChosenToFront() {
    m_queue.moveTo(chosen(), 0);
    m_list->scrollTo(m_list->currentIndex());
}

QueueItemId QueuePanel::current() const {
    return m_list->currentIndex().data(InferenceQueueModel::IdRole).toInt();
}

void QueuePanel::select(QueueItemId id) {
    // Alone, though Ctrl may be down for the key that asked for it.
    if (const QModelIndex index = m_queue.indexOf(id); index.isValid())
        m_list->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
}

void QueuePanel::step(int rows) {
    const int count = m_queue.rowCount();
    if (count == 0)
        return;
    const int row = std::clamp(m_list->currentIndex().row() + rows, 0, count - 1);
    m_list->setCurrentIndex(m_queue.index(row));
}

void QueuePanel::setDropHighlighted(bool isHighlighted) {
    static_cast<DropArea*>(m_dropArea)->setHighlighted(isHighlighted);
}

bool QueuePanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Delete || key->key() == Qt::Key_Backspace) {
            emit closeAsked(chosen());
            return true;
        }
        if (key->key() == Qt::Key_Menu && current() != 0) {
            const QRect row = m_list->visualRect(m_list->currentIndex());
            emit menuAsked(current(), m_list->viewport()->mapToGlobal(row.center()));
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace unlit::ui
