#include "ui/pages/runs/runs_checkpoints.h"

#include "ui/kit/text.h"

#include <QApplication>
#include <QKeyEvent>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace unlit::ui {

RunsCheckpoints::RunsCheckpoints(InferenceController::MakeService makeService,
                                 RunBranching branching, QWidget* parent)
    : QWidget(parent), m_worker(std::move(branching)), m_head(new CheckpointHead(this)),
      m_table(new CheckpointTable(this)),
      m_message(new MessageBar(this)), m_parts{.table = *m_table,
                                               .message = *m_message,
                                               .worker = m_worker,
                                               .writer = m_writer},
      m_changes(m_parts), m_below(new QStackedWidget(this)),
      m_comparison(new CheckpointComparison(std::move(makeService), *m_table, this)),
      m_exportForm(new ExportForm(m_parts, this)), m_forkForm(new ForkForm(m_parts, this)) {
    layOut();
    connectVerbs();
    connectWork();
    setRun(nullptr);
}

void RunsCheckpoints::layOut() {
    for (QWidget* part : std::initializer_list<QWidget*>{m_comparison, m_exportForm, m_forkForm})
        m_below->addWidget(part);
    m_below->hide();
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_table);
    splitter->addWidget(m_below);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_head);
    column->addWidget(m_message);
    column->addWidget(splitter, 1);
    m_message->hide();
}

void RunsCheckpoints::connectVerbs() {
    connect(m_head, &CheckpointHead::useAsked, this, &RunsCheckpoints::use);
    connect(m_head, &CheckpointHead::evaluateAsked, this, &RunsCheckpoints::evaluateAsked);
    connect(m_head, &CheckpointHead::exportAsked, m_exportForm, &ExportForm::askAboutChosen);
    connect(m_head, &CheckpointHead::forkAsked, m_forkForm, &ForkForm::askAboutChosen);
    connect(m_head, &CheckpointHead::rollBackAsked, &m_changes, &CheckpointChanges::askRollBack);
    connect(m_head, &CheckpointHead::removeAsked, &m_changes, &CheckpointChanges::askRemove);
    connect(m_head, &CheckpointHead::compareAsked, this, [this] {
        showBelow(m_comparison);
        m_comparison->open();
    });
    connect(m_table, &CheckpointTable::removeAsked, &m_changes, &CheckpointChanges::askRemove);
    connect(m_table, &QTableView::doubleClicked, this, &RunsCheckpoints::use);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this](const QPoint& place) {
        m_head->showMore(m_table->viewport()->mapToGlobal(place));
    });
    connect(m_exportForm, &ExportForm::opened, this, [this] { showBelow(m_exportForm); });
    connect(m_forkForm, &ForkForm::opened, this, [this] { showBelow(m_forkForm); });
    const auto close = [this] { showBelow(nullptr); };
    connect(m_comparison, &CheckpointComparison::closeAsked, this, close);
    connect(m_exportForm, &ExportForm::closeAsked, this, close);
    connect(m_exportForm, &ExportForm::done, this, close);
    connect(m_forkForm, &ForkForm::closeAsked, this, close);
    connect(m_forkForm, &ForkForm::done, this, close);
}

void RunsCheckpoints::connectWork() {
    connect(m_table, &CheckpointTable::chosenChanged, this, &RunsCheckpoints::refresh);
    connect(m_exportForm, &ExportForm::stateChanged, this, &RunsCheckpoints::refresh);
    connect(m_forkForm, &ForkForm::stateChanged, this, &RunsCheckpoints::refresh);
    connect(&m_changes, &CheckpointChanges::stateChanged, this, &RunsCheckpoints::refresh);
    connect(m_exportForm, &ExportForm::useAsked, this, &RunsCheckpoints::useAsked);
    connect(m_forkForm, &ForkForm::runMade, this, &RunsCheckpoints::runMade);
    connect(m_forkForm, &ForkForm::resumeAsked, this, &RunsCheckpoints::resumeAsked);
    connect(&m_changes, &CheckpointChanges::resumeAsked, this, &RunsCheckpoints::resumeAsked);
    connect(&m_changes, &CheckpointChanges::changed, this, [this] {
        look();
        if (m_parts.run)
            emit runChanged(m_parts.run->folder);
        refresh();
    });
    connect(&m_worker, &CheckpointWorker::found, this, &RunsCheckpoints::take);
    const auto fail = [this] { // whoever has begun it has said what
        look();                // some may be gone
        refresh();
    };
    connect(&m_writer, &ModelWorker::failed, this, fail);
    connect(&m_worker, &CheckpointWorker::failed, this, fail);
}

void RunsCheckpoints::setRun(const runs::RunSummary* run) {
    const std::optional<runs::RunSummary>& last = m_parts.run;
    const bool isOther = !run || !last || run->folder != last->folder;
    const bool hasNews =
        run && last && !isOther &&
        (run->status != last->status || run->bytes != last->bytes || run->best != last->best);
    m_parts.run = run ? std::optional(*run) : std::nullopt;
    m_head->setRun(run);
    if (isOther) {
        m_isKnown = false;
        m_worker.forgetLook();
        m_asked = CheckpointAsk::Nothing;
        m_table->show({});
        if (!m_parts.isBusy() && !m_comparison->isBusy()) {
            m_message->hide();
            showBelow(nullptr);
        }
    }
    if ((isOther || hasNews) && isVisible())
        look();
    refresh();
}

void RunsCheckpoints::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    look();
}

void RunsCheckpoints::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape)
        return QWidget::keyPressEvent(event);
    if (m_message->isVisible()) {
        m_message->hide();
        m_table->setFocus();
    } else if (m_below->isVisible() && !m_parts.isBusy() && !m_comparison->isBusy()) {
        showBelow(nullptr);
    } else {
        QWidget::keyPressEvent(event);
    }
}

void RunsCheckpoints::use() {
    if (const auto chosen = m_table->chosen(); chosen.size() == 1)
        emit useAsked(toQString(chosen[0].folder));
}

void RunsCheckpoints::look() {
    if (m_parts.run)
        m_worker.look(m_parts.run->folder);
}

void RunsCheckpoints::take(const runs::RunCheckpoints& checkpoints) {
    m_isKnown = true;
    m_table->show(checkpoints);
    refresh();
    ask(std::exchange(m_asked, CheckpointAsk::Nothing));
}

void RunsCheckpoints::ask(CheckpointAsk what) {
    if (what == CheckpointAsk::Nothing)
        return;
    if (!m_isKnown) {
        m_asked = what;
        return;
    }
    // Of a run that went wrong `latest` is what is not wanted any more.
    const auto& list = m_table->checkpoints().list;
    const auto found = std::ranges::find_if(list, [](const runs::RunCheckpoint& checkpoint) {
        return checkpoint.hasState && checkpoint.name != "latest";
    });
    if (found != list.end())
        m_table->choose({found->name});
    if (what == CheckpointAsk::RollBack)
        m_changes.askRollBack();
    else
        m_forkForm->askAboutChosen();
}

void RunsCheckpoints::showBelow(QWidget* widget) {
    const QWidget* focused = QApplication::focusWidget();
    const bool hadFocus = focused != nullptr && m_below->isAncestorOf(focused);
    m_below->setVisible(widget != nullptr);
    if (widget == nullptr) {
        if (hadFocus) // nobody else's: who types into the filter chooses runs, too
            m_table->setFocus();
        return;
    }
    m_message->hide(); // a question about something else
    m_below->setCurrentWidget(widget);
}

void RunsCheckpoints::refresh() {
    const bool hasNone = m_isKnown && m_table->checkpoints().list.empty();
    m_head->setState({.chosen = m_table->chosen(),
                      .isLive = m_parts.isLive(),
                      .isBusy = m_parts.isBusy(),
                      .isWaiting = hasNone && m_parts.run && m_parts.run->note.empty()});
    m_exportForm->setBlocked(m_parts.isBusy());
    m_forkForm->setBlocked(m_parts.isBusy());
}

} // namespace unlit::ui
