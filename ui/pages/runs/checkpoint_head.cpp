#include "ui/pages/runs/checkpoint_head.h"

#include "ui/kit/text.h"
#include "ui/models/runs_model.h"
#include "ui/widgets/form_column.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace unlit::ui {

namespace {

QString rollBackTip(const CheckpointState& state) {
    const bool isOne = state.chosen.size() == 1;
    if (state.isLive)
        return CheckpointHead::tr("The run is under way: stop it first");
    if (isOne && state.chosen[0].name == "latest")
        return CheckpointHead::tr("The run goes on from latest anyway");
    if (isOne && !state.chosen[0].hasState)
        return CheckpointHead::tr(
            "This checkpoint has weights alone, no state of a training to go on from");
    return CheckpointHead::tr("Lets this run go on from this checkpoint");
}

} // namespace

bool canRollBack(const CheckpointState& state) {
    return state.chosen.size() == 1 && state.chosen[0].hasState && state.chosen[0].name != "latest";
}

bool isStillGoneOnFrom(const CheckpointState& state) {
    return state.isLive &&
           std::ranges::any_of(state.chosen, [](const runs::RunCheckpoint& checkpoint) {
               return checkpoint.name == "latest" || checkpoint.name == "previous";
           });
}

CheckpointHead::CheckpointHead(QWidget* parent)
    : QWidget(parent), m_title(makeLabel({}, "title", this)),
      m_status(makeLabel({}, "label", this)),
      m_use(addVerb(tr("Use in Infer"), tr("Makes the checkpoint Infer's model, and goes there"),
                    &CheckpointHead::useAsked)),
      m_compare(addVerb(tr("Compare…"),
                        tr("What the chosen checkpoints make of one picture; Ctrl or Shift "
                           "chooses several"),
                        &CheckpointHead::compareAsked)),
      m_fork(addVerb(tr("Fork…"), tr("Begins another run at this checkpoint"),
                     &CheckpointHead::forkAsked)),
      m_rollBack(addVerb(tr("Roll back…"), {}, &CheckpointHead::rollBackAsked)),
      m_more(new QPushButton(tr("More"), this)), m_moreMenu(new QMenu(this)) {
    m_use->setProperty("role", QStringLiteral("primary"));
    m_more->setMenu(m_moreMenu);
    for (QLabel* label : {m_title, m_status}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    auto* verbs = new QHBoxLayout;
    verbs->setSpacing(8);
    for (QPushButton* button : {m_use, m_compare, m_fork, m_rollBack, m_more})
        verbs->addWidget(button);
    verbs->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 10);
    column->setSpacing(8);
    column->addWidget(m_title);
    column->addWidget(m_status);
    column->addLayout(verbs);
    connect(m_moreMenu, &QMenu::aboutToShow, this, &CheckpointHead::fillMore);
}

QPushButton* CheckpointHead::addVerb(const QString& text, const QString& toolTip,
                                     void (CheckpointHead::*asked)()) {
    auto* button = new QPushButton(text, this);
    button->setToolTip(toolTip);
    connect(button, &QPushButton::clicked, this, asked);
    return button;
}

void CheckpointHead::setRun(const runs::RunSummary* run) {
    m_title->setText(run ? tr("Checkpoints of %1").arg(toQString(run->name)) : tr("No run chosen"));
    const bool isBad = run && (run->status == runs::RunStatus::Failed ||
                               run->status == runs::RunStatus::Interrupted);
    m_status->setText(
        run ? statusText(run->status) +
                  (run->note.empty() ? QString() : QStringLiteral(" – ") + sentence(run->note))
            : tr("Choose a run in the table."));
    setRole(m_status, isBad ? "bad" : "label");
}

void CheckpointHead::setState(CheckpointState state) {
    m_state = std::move(state);
    const bool isOne = m_state.chosen.size() == 1;
    m_use->setEnabled(isOne);
    m_compare->setEnabled(m_state.chosen.size() > 1);
    m_fork->setEnabled(isOne && !m_state.isBusy);
    m_rollBack->setEnabled(!m_state.isBusy && !m_state.isLive && canRollBack(m_state));
    m_rollBack->setToolTip(rollBackTip(m_state));
    m_more->setEnabled(!m_state.chosen.empty());
    if (m_state.isWaiting)
        m_status->setText(tr("It has no checkpoint yet: one comes with save_period steps of its "
                             "trainer, and when it is stopped."));
}

void CheckpointHead::fillMore() {
    m_moreMenu->clear();
    const auto& chosen = m_state.chosen;
    const bool isOne = chosen.size() == 1;
    const bool isFree = !m_state.isBusy;
    const auto add = [&](const QString& text, bool isPossible, auto act) {
        m_moreMenu->addAction(text, this, act)->setEnabled(isPossible);
    };
    add(isOne ? tr("Export as a model folder…") : tr("Average as a model folder…"),
        !chosen.empty() && isFree, [this] { emit exportAsked(); });
    add(tr("Evaluate…"), !chosen.empty(), [this, chosen] {
        QStringList folders;
        for (const runs::RunCheckpoint& checkpoint : chosen)
            folders += toQString(checkpoint.folder);
        emit evaluateAsked(folders);
    });
    m_moreMenu->addSeparator();
    add(tr("Open folder"), isOne,
        [chosen] { QDesktopServices::openUrl(QUrl::fromLocalFile(toQString(chosen[0].folder))); });
    add(tr("Copy path"), isOne,
        [chosen] { QGuiApplication::clipboard()->setText(toQString(chosen[0].folder)); });
    m_moreMenu->addSeparator();
    add(tr("Delete…"), !chosen.empty() && isFree && !isStillGoneOnFrom(m_state),
        [this] { emit removeAsked(); });
}

void CheckpointHead::showMore(const QPoint& globalPlace) {
    if (!m_state.chosen.empty())
        m_moreMenu->popup(globalPlace);
}

} // namespace unlit::ui
