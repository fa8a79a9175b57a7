#include "ui/pages/runs/runs_notes.h"

#include "core/base/failure.h"
#include "core/base/text.h"
#include "core/runs/run_notes.h"
#include "ui/kit/text.h"
#include "ui/models/runs_model.h"
#include "ui/plots/plot_text.h"
#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace unlit::ui {

namespace {

constexpr int kSaveAfterMs = 1000;

QString factsOf(const runs::RunSummary& run) {
    QStringList facts{run.maxStep > 0
                          ? RunsNotes::tr("%1 of %2 steps").arg(run.step).arg(run.maxStep)
                          : RunsNotes::tr("%n steps", nullptr, static_cast<int>(run.step))};
    if (run.seconds > 0)
        facts += toQString(formatSeconds(run.seconds));
    facts += toQString(formatBytes(run.bytes));
    if (run.best)
        facts += RunsNotes::tr("best %1 %2 at step %3")
                     .arg(toQString(run.best->tag), figureText(run.best->value))
                     .arg(run.best->step);
    if (!run.isOurs)
        facts += RunsNotes::tr("figures from TensorBoard's files");
    return facts.join(QStringLiteral(" · "));
}

} // namespace

RunsNotes::RunsNotes(QWidget* parent)
    : QWidget(parent), m_title(makeLabel({}, "title", this)), m_status(makeLabel({}, "lead", this)),
      m_waysOn(makeWaysOn()), m_facts(makeLabel({}, "label", this)),
      m_path(makeLabel({}, "hint", this)), m_message(new MessageBar(this)),
      m_editor(new QPlainTextEdit(this)) {
    for (QLabel* label : {m_title, m_status, m_facts, m_path}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_editor->setAccessibleName(tr("Notes"));
    m_editor->setPlaceholderText(
        tr("What was tried, what came of it… Kept as notes.txt in the run's folder."));
    m_editor->setTabChangesFocus(true);
    m_editor->setAcceptDrops(false); // files go to the window
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 18);
    column->setSpacing(8);
    for (QLabel* label : {m_title, m_status, m_facts, m_path})
        column->addWidget(label);
    column->insertWidget(2, m_waysOn); // below what is the matter
    column->addSpacing(8);
    column->addWidget(makeLabel(tr("Notes"), "section", this));
    column->addWidget(m_editor, 1);
    column->addWidget(m_message);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kSaveAfterMs);
    connect(&m_timer, &QTimer::timeout, this, &RunsNotes::save);
    connect(m_editor, &QPlainTextEdit::textChanged, this, [this] {
        m_isChanged = true;
        m_timer.start();
    });
    setRun(nullptr);
}

QWidget* RunsNotes::makeWaysOn() {
    auto* ways = new QWidget(this);
    auto* row = new QHBoxLayout(ways);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    const auto add = [&](const QString& text, const QString& toolTip, CheckpointAsk ask) {
        auto* button = new QPushButton(text, ways);
        button->setToolTip(toolTip);
        connect(button, &QPushButton::clicked, this, [this, ask] { emit checkpointsAsked(ask); });
        row->addWidget(button);
    };
    add(tr("Roll back…"), tr("Lets the run go on from an earlier checkpoint"),
        CheckpointAsk::RollBack);
    add(tr("Fork…"), tr("Begins another run at a checkpoint of this one, with other settings"),
        CheckpointAsk::Fork);
    row->addStretch(1);
    return ways;
}

RunsNotes::~RunsNotes() {
    save();
}

void RunsNotes::setRun(const runs::RunSummary* run) {
    const std::filesystem::path folder = run != nullptr ? run->folder : std::filesystem::path();
    m_title->setText(run != nullptr ? toQString(run->name) : tr("No run chosen"));
    m_status->setText(
        run == nullptr
            ? tr("Choose a run in the table.")
            : statusText(run->status) +
                  (run->note.empty() ? QString() : QStringLiteral(" – ") + sentence(run->note)));
    m_waysOn->setVisible(
        run != nullptr && run->isOurs &&
        (run->status == runs::RunStatus::Failed || run->status == runs::RunStatus::Interrupted));
    m_facts->setText(run != nullptr ? factsOf(*run) : QString());
    m_path->setText(toQString(folder));
    m_editor->setEnabled(run != nullptr);
    if (folder == m_folder)
        return;
    save();
    m_folder = folder;
    load();
}

void RunsNotes::load() {
    QString text;
    m_message->hide();
    try {
        if (!m_folder.empty())
            text = toQString(runs::readNotes(m_folder));
    } catch (...) {
        const Failure failure = translateCurrentException();
        m_message->say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint),
                       {});
    }
    const QSignalBlocker quiet(m_editor);
    m_editor->setPlainText(text);
    m_isChanged = false;
    m_timer.stop();
}

void RunsNotes::save() {
    m_timer.stop();
    if (!m_isChanged || m_folder.empty())
        return;
    m_isChanged = false;
    try {
        runs::writeNotes(m_folder, m_editor->toPlainText().toStdString());
    } catch (...) {
        const Failure failure = translateCurrentException();
        m_message->say(
            MessageBar::Kind::Bad, sentence(failure.message),
            tr("The words stay here until the next change. %1").arg(sentence(failure.hint)), {});
    }
}

} // namespace unlit::ui
