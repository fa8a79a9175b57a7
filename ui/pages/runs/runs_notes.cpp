#include "ui/pages/runs/runs_notes.h"

#include "core/base/failure.h"
#include "core/base/text.h"
#include "core/runs/run_notes.h"
#include "ui/kit/failure_text.h"
#include "ui/kit/text.h"
#include "ui/models/runs_model.h"
#include "ui/plots/plot_text.h"
#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

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
      m_path(makeLabel({}, "hint", this)), m_changes(new RunChanges(this)),
      m_tags(new QLineEdit(this)), m_group(new QLineEdit(this)), m_atStep(makeStepButton()),
      m_message(new MessageBar(this)), m_editor(new QPlainTextEdit(this)) {
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
    column->addWidget(m_changes);
    column->addSpacing(8);
    column->addWidget(makeLabelFields());
    column->addSpacing(8);
    auto* head = new QHBoxLayout;
    head->addWidget(makeLabel(tr("Notes"), "section", this));
    head->addStretch(1);
    head->addWidget(m_atStep);
    column->addLayout(head);
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

QWidget* RunsNotes::makeLabelFields() {
    auto* fields = new FormColumn(this);
    fields->layout()->setContentsMargins(0, 0, 0, 0);
    m_tags->setPlaceholderText(tr("baseline small"));
    m_group->setPlaceholderText(tr("None"));
    fields->addRow(tr("Tags"), m_tags,
                   tr("Words that the filter finds, as tag=baseline, with spaces between them. "
                      "Kept as labels.json in the run's folder"));
    fields->addRow(tr("Group"), m_group, tr("One word; group=NAME finds all runs of a group"));
    for (QLineEdit* field : {m_tags, m_group}) {
        field->setAcceptDrops(false);
        connect(field, &QLineEdit::editingFinished, this, &RunsNotes::editLabels);
    }
    return fields;
}

/// What was seen belongs to a step more often than to a day.
QPushButton* RunsNotes::makeStepButton() {
    auto* button = new QPushButton(tr("Note at this step"), this);
    button->setProperty("role", QStringLiteral("link"));
    connect(button, &QPushButton::clicked, this, [this] {
        QString text = m_editor->toPlainText();
        if (!text.isEmpty() && !text.endsWith(u'\n'))
            text += u'\n';
        m_editor->setPlainText(text + tr("step %1: ").arg(m_step));
        m_editor->moveCursor(QTextCursor::End);
        m_editor->setFocus();
    });
    return button;
}

void RunsNotes::showLabels() {
    QStringList tags;
    for (const std::string& tag : m_labels.tags)
        tags += toQString(tag);
    m_tags->setText(tags.join(u' '));
    m_group->setText(toQString(m_labels.group));
}

void RunsNotes::editLabels() {
    if (m_folder.empty())
        return;
    runs::RunLabels labels;
    labels.isArchived = m_labels.isArchived;
    for (const QString& tag : m_tags->text().simplified().split(u' ', Qt::SkipEmptyParts))
        labels.addTag(tag.toStdString());
    labels.group = m_group->text().trimmed().toStdString();
    if (labels == m_labels)
        return;
    m_labels = labels; // what hears of it may set the run
    emit labelsEdited(m_folder, labels);
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
    m_changes->setRun(run);
    for (QWidget* field : std::initializer_list<QWidget*>{m_editor, m_tags, m_group, m_atStep})
        field->setEnabled(run != nullptr);
    m_step = run != nullptr ? run->step : 0;
    const runs::RunLabels labels = run != nullptr ? run->labels : runs::RunLabels();
    if (folder == m_folder) {
        if (labels != std::exchange(m_labels, labels) && !m_tags->hasFocus() &&
            !m_group->hasFocus())
            showLabels();
        return;
    }
    editLabels(); // of the run before
    save();
    m_folder = folder;
    m_labels = labels;
    showLabels();
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
        m_message->say(MessageBar::Kind::Bad, tr("The notes cannot be read"), failureText(failure),
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
            MessageBar::Kind::Bad, tr("The notes are not saved"),
            tr("The words stay here until the next change. %1").arg(failureText(failure)), {});
    }
}

} // namespace unlit::ui
