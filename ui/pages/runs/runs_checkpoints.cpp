#include "ui/pages/runs/runs_checkpoints.h"

#include "ui/kit/text.h"
#include "ui/models/runs_model.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace unlit::ui {

RunsCheckpoints::RunsCheckpoints(InferenceController::MakeService makeService,
                                 RunBranching branching, QWidget* parent)
    : QWidget(parent), m_title(makeLabel({}, "title", this)),
      m_status(makeLabel({}, "label", this)), m_table(new CheckpointTable(this)),
      m_more(new QPushButton(tr("More"), this)), m_moreMenu(new QMenu(this)),
      m_message(new MessageBar(this)), m_splitter(new QSplitter(Qt::Vertical, this)),
      m_below(new QStackedWidget(this)),
      m_comparison(new ModelComparison(std::move(makeService), this)),
      m_choosePicture(new QPushButton(this)), m_runComparison(new QPushButton(this)),
      m_type(new QComboBox(this)), m_forkSettings(new QLineEdit(this)),
      m_worker(std::move(branching)) {
    m_use = addVerb(tr("Use in Infer"), tr("Makes the checkpoint Infer's model, and goes there"),
                    &RunsCheckpoints::use);
    m_use->setProperty("role", QStringLiteral("primary"));
    m_compare = addVerb(tr("Compare…"),
                        tr("What the chosen checkpoints make of one picture; Ctrl or Shift "
                           "chooses several"),
                        &RunsCheckpoints::compare);
    m_fork = addVerb(tr("Fork…"), tr("Begins another run at this checkpoint"),
                     &RunsCheckpoints::askFork);
    m_rollBack = addVerb(tr("Roll back…"), tr("Lets this run go on from this checkpoint"),
                         &RunsCheckpoints::askRollBack);
    m_more->setMenu(m_moreMenu);
    makeForms();
    m_comparisonPart = makeComparison();
    for (QWidget* part :
         std::initializer_list<QWidget*>{m_comparisonPart, m_exportForm, m_forkForm})
        m_below->addWidget(part);
    m_below->hide();
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_table);
    m_splitter->addWidget(m_below);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 3);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHead());
    column->addWidget(m_message);
    column->addWidget(m_splitter, 1);
    m_message->hide();
    connectWork();
    setRun(nullptr);
}

QPushButton* RunsCheckpoints::addVerb(const QString& text, const QString& toolTip,
                                      void (RunsCheckpoints::*act)()) {
    auto* button = new QPushButton(text, this);
    button->setToolTip(toolTip);
    connect(button, &QPushButton::clicked, this, act);
    return button;
}

QWidget* RunsCheckpoints::makeHead() {
    auto* head = new QWidget(this);
    for (QLabel* label : {m_title, m_status}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    auto* verbs = new QHBoxLayout;
    verbs->setSpacing(8);
    for (QPushButton* button : {m_use, m_compare, m_fork, m_rollBack, m_more})
        verbs->addWidget(button);
    verbs->addStretch(1);
    auto* column = new QVBoxLayout(head);
    column->setContentsMargins(12, 12, 12, 10);
    column->setSpacing(8);
    column->addWidget(m_title);
    column->addWidget(m_status);
    column->addLayout(verbs);
    return head;
}

void RunsCheckpoints::makeForms() {
    m_type->addItem(tr("float32, as it was trained"), QStringLiteral("float32"));
    m_type->addItem(tr("float16, half the size"), QStringLiteral("float16"));
    m_type->addItem(tr("bfloat16, half the size, coarser"), QStringLiteral("bfloat16"));
    m_exportForm =
        new CheckpointForm({.verb = tr("Write model"),
                            .place = tr("Write to"),
                            .placeTip = tr("A folder that does not exist yet, or is empty"),
                            .extra = tr("Type"),
                            .extraTip = tr("How each weight is stored"),
                            .control = m_type},
                           this);
    m_forkSettings->setPlaceholderText(tr("As the run has them"));
    m_forkSettings->setAcceptDrops(false);
    m_forkForm = new CheckpointForm(
        {.verb = tr("Make the run"),
         .place = tr("New run"),
         .placeTip = tr("The folder of the new run; it does not exist yet"),
         .extra = tr("Settings"),
         .extraTip = tr("What differs from the run, as KEY=VALUE, with spaces between them: "
                        "lr=1e-5 max_iter=20000"),
         .control = m_forkSettings,
         .canCancel = false},
        this);
    for (CheckpointForm* form : {m_exportForm, m_forkForm})
        connect(form, &CheckpointForm::closeAsked, this, [this] { showBelow(nullptr); });
    connect(m_exportForm, &CheckpointForm::goAsked, this, &RunsCheckpoints::write);
    connect(m_exportForm, &CheckpointForm::cancelAsked, &m_writer, &ModelWorker::cancel);
    connect(m_forkForm, &CheckpointForm::goAsked, this, &RunsCheckpoints::fork);
}

QWidget* RunsCheckpoints::makeComparison() {
    auto* part = new QWidget(this);
    m_choosePicture->setToolTip(tr("The picture that the checkpoints run on"));
    m_runComparison->setProperty("role", QStringLiteral("primary"));
    auto* close = new QPushButton(tr("Close"), part);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(12, 7, 12, 7);
    bar->setSpacing(8);
    bar->addWidget(makeLabel(tr("On"), "label", part));
    bar->addWidget(m_choosePicture, 1);
    bar->addWidget(m_runComparison);
    bar->addWidget(close);
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    column->addWidget(m_comparison, 1);
    connect(m_choosePicture, &QPushButton::clicked, this, &RunsCheckpoints::choosePicture);
    connect(m_runComparison, &QPushButton::clicked, this, [this] {
        if (m_comparison->isBusy())
            m_comparison->cancel();
        else
            runComparison();
    });
    connect(close, &QPushButton::clicked, this, [this] {
        if (m_comparison->isBusy())
            m_comparison->cancel();
        showBelow(nullptr);
    });
    connect(m_comparison, &ModelComparison::stateChanged, this, &RunsCheckpoints::refresh);
    return part;
}

void RunsCheckpoints::connectWork() {
    connect(m_table, &CheckpointTable::chosenChanged, this, &RunsCheckpoints::refresh);
    connect(m_table, &CheckpointTable::removeAsked, this, &RunsCheckpoints::askRemove);
    connect(m_table, &QTableView::doubleClicked, this, &RunsCheckpoints::use);
    connect(m_table, &QWidget::customContextMenuRequested, this,
            [this](const QPoint& place) { showMenu(m_table->viewport()->mapToGlobal(place)); });
    connect(m_moreMenu, &QMenu::aboutToShow, this, &RunsCheckpoints::fillMore);
    connect(&m_worker, &CheckpointWorker::found, this, &RunsCheckpoints::take);
    connect(&m_worker, &CheckpointWorker::forked, this, &RunsCheckpoints::takeFork);
    connect(&m_worker, &CheckpointWorker::rolledBack, this, &RunsCheckpoints::takeRollback);
    connect(&m_worker, &CheckpointWorker::removed, this, [this](int count) {
        m_message->say(MessageBar::Kind::Good, tr("%n checkpoints are deleted", nullptr, count), {},
                       {});
        look();
        if (m_run)
            emit runChanged(m_run->folder);
        refresh();
    });
    connect(&m_writer, &ModelWorker::progressed, this,
            [this](double fraction, const QString& what) {
                m_exportForm->showProgress(fraction, what);
            });
    connect(&m_writer, &ModelWorker::written, this, &RunsCheckpoints::takeWritten);
    connect(&m_writer, &ModelWorker::cancelled, this, [this] {
        m_exportForm->showEnd();
        m_message->say(MessageBar::Kind::Note, tr("Cancelled. Nothing was written."), {}, {});
        refresh();
    });
    const auto fail = [this](const Failure& failure) {
        m_exportForm->showEnd();
        m_forkForm->showEnd();
        m_message->say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint),
                       {});
        look(); // some may be gone
        refresh();
    };
    connect(&m_writer, &ModelWorker::failed, this, fail);
    connect(&m_worker, &CheckpointWorker::failed, this, fail);
}

void RunsCheckpoints::setRun(const runs::RunSummary* run) {
    const bool isOther = !run || !m_run || run->folder != m_run->folder;
    const bool hasNews =
        run && m_run && !isOther &&
        (run->status != m_run->status || run->bytes != m_run->bytes || run->best != m_run->best);
    m_run = run ? std::optional(*run) : std::nullopt;
    m_title->setText(run ? tr("Checkpoints of %1").arg(toQString(run->name)) : tr("No run chosen"));
    const bool isBad = run && (run->status == runs::RunStatus::Failed ||
                               run->status == runs::RunStatus::Interrupted);
    m_status->setText(
        run ? statusText(run->status) +
                  (run->note.empty() ? QString() : QStringLiteral(" – ") + sentence(run->note))
            : tr("Choose a run in the table."));
    setRole(m_status, isBad ? "bad" : "label");
    if (isOther) {
        m_isKnown = false;
        m_worker.forgetLook();
        m_asked = CheckpointAsk::Nothing;
        m_table->show({});
        if (!isBusy() && !m_comparison->isBusy()) {
            m_message->hide();
            showBelow(nullptr);
        }
    }
    if (m_run && (isOther || hasNews) && isVisible())
        look();
    refresh();
}

void RunsCheckpoints::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_run)
        look();
}

void RunsCheckpoints::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape)
        return QWidget::keyPressEvent(event);
    if (m_message->isVisible()) {
        m_message->hide();
        m_table->setFocus();
    } else if (m_below->isVisible() && !isBusy() && !m_comparison->isBusy()) {
        showBelow(nullptr);
    } else {
        QWidget::keyPressEvent(event);
    }
}

void RunsCheckpoints::look() {
    if (m_run)
        m_worker.look(m_run->folder);
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
        askRollBack();
    else
        askFork();
}

bool RunsCheckpoints::isLive() const {
    return m_run &&
           (m_run->status == runs::RunStatus::Running || m_run->status == runs::RunStatus::Paused);
}

bool RunsCheckpoints::canRollBack(const std::vector<runs::RunCheckpoint>& chosen) {
    return chosen.size() == 1 && chosen[0].hasState && chosen[0].name != "latest";
}

QString RunsCheckpoints::rollBackTip(const std::vector<runs::RunCheckpoint>& chosen) const {
    if (isLive())
        return tr("The run is under way: stop it first");
    if (chosen.size() == 1 && chosen[0].name == "latest")
        return tr("The run goes on from latest anyway");
    if (chosen.size() == 1 && !chosen[0].hasState)
        return tr("This checkpoint has weights alone, no state of a training to go on from");
    return tr("Lets this run go on from this checkpoint");
}

/// What a run under way will be resumed from.
bool RunsCheckpoints::isStillGoneOnFrom(const std::vector<runs::RunCheckpoint>& checkpoints) const {
    return isLive() && std::ranges::any_of(checkpoints, [](const runs::RunCheckpoint& checkpoint) {
               return checkpoint.name == "latest" || checkpoint.name == "previous";
           });
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
    const std::vector<runs::RunCheckpoint> chosen = m_table->chosen();
    const bool isOne = chosen.size() == 1;
    const bool isFree = !isBusy();
    m_use->setEnabled(isOne);
    m_compare->setEnabled(chosen.size() > 1);
    m_fork->setEnabled(isOne && isFree);
    m_rollBack->setEnabled(isFree && !isLive() && canRollBack(chosen));
    m_rollBack->setToolTip(rollBackTip(chosen));
    m_more->setEnabled(!chosen.empty());
    const bool isComparing = m_comparison->isBusy();
    m_runComparison->setText(isComparing ? tr("Cancel") : tr("Compare"));
    m_runComparison->setEnabled(isComparing || (chosen.size() > 1 && !m_picture.empty()));
    m_choosePicture->setText(m_picture.empty() ? tr("Choose picture…")
                                               : toQString(m_picture.filename()));
    m_choosePicture->setEnabled(!isComparing);
    m_exportForm->setBlocked(!isFree);
    m_forkForm->setBlocked(!isFree);
    if (m_isKnown && m_table->checkpoints().list.empty() && m_run && m_run->note.empty())
        m_status->setText(tr("It has no checkpoint yet: one comes with save_period steps of its "
                             "trainer, and when it is stopped."));
}

QPushButton* RunsCheckpoints::button(const QString& text) const {
    for (QPushButton* button : findChildren<QPushButton*>())
        if (button->text() == text && button->isVisibleTo(this))
            return button;
    return nullptr;
}

} // namespace unlit::ui
