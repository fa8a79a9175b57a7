#include "ui/pages/models/models_evaluate.h"

#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <set>
#include <string>
#include <utility>

namespace unlit::ui {

ModelsEvaluate::ModelsEvaluate(Evaluator::Measure measure, QWidget* parent)
    : QWidget(parent), m_choice(new EvaluationChoice(this)), m_button(new QPushButton(this)),
      m_write(new QPushButton(tr("Save report…"), this)), m_progress(new QProgressBar(this)),
      m_what(makeLabel({}, "hint", this)), m_message(new MessageBar(this)),
      m_results(new EvaluationResults(this)), m_evaluator(std::move(measure)) {
    m_button->setProperty("role", QStringLiteral("primary"));
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress of the evaluation"));
    layOut();
    setTabOrder(&m_choice->last(), m_button);
    setTabOrder(m_button, m_write);
    connectEvaluator();
    refresh();
}

void ModelsEvaluate::layOut() {
    auto* verbs = new QHBoxLayout;
    verbs->setContentsMargins(12, 0, 12, 8);
    verbs->setSpacing(8);
    verbs->addWidget(m_button);
    verbs->addWidget(m_write);
    verbs->addWidget(m_what, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_choice);
    column->addLayout(verbs);
    column->addWidget(m_progress);
    column->addWidget(m_message);
    column->addWidget(m_results, 1);
    m_message->hide();
}

void ModelsEvaluate::connectEvaluator() {
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (isBusy())
            m_evaluator.cancel();
        else
            begin();
    });
    connect(m_choice, &EvaluationChoice::changed, this, &ModelsEvaluate::refresh);
    connect(m_choice, &EvaluationChoice::goAsked, this, &ModelsEvaluate::begin);
    connect(m_write, &QPushButton::clicked, this, &ModelsEvaluate::browseReport);
    connect(&m_evaluator, &Evaluator::progressed, m_what, &QLabel::setText);
    connect(&m_evaluator, &Evaluator::measured, this, &ModelsEvaluate::take);
    connect(&m_evaluator, &Evaluator::written, this, [this](const std::filesystem::path& folder) {
        m_message->say(MessageBar::Kind::Good, tr("The report is written"), toQString(folder), {});
        refresh();
    });
    connect(&m_evaluator, &Evaluator::cancelled, this, [this] {
        m_message->say(MessageBar::Kind::Note, tr("Cancelled. Nothing was measured to its end."),
                       {}, {});
        refresh();
    });
    connect(&m_evaluator, &Evaluator::failed, this, [this](const Failure& failure) {
        m_message->say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint),
                       {});
        refresh();
    });
}

void ModelsEvaluate::begin() {
    if (!m_button->isEnabled() || isBusy())
        return;
    m_message->hide();
    m_asked = m_choice->checkedNames();
    m_what->setText(tr("opening the set"));
    m_evaluator.measure(m_choice->request());
    refresh();
}

void ModelsEvaluate::browseReport() {
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Folder for tables and contact sheet"));
    if (!folder.isEmpty())
        writeTo(toPath(folder));
}

void ModelsEvaluate::writeTo(const std::filesystem::path& folder) {
    if (!m_results->answer().evaluation || isBusy())
        return;
    m_what->setText(tr("writing"));
    m_evaluator.write(m_results->answer(), folder);
    refresh();
}

void ModelsEvaluate::take(const EvaluationAnswer& answer) {
    m_results->take(answer, m_asked);
    const Evaluation& evaluation = *answer.evaluation;
    if (!evaluation.failures.empty()) {
        const EvaluationFailure& first = evaluation.failures.front();
        std::set<std::string> pictures;
        for (const EvaluationFailure& failure : evaluation.failures)
            pictures.insert(failure.picture);
        m_message->say(
            MessageBar::Kind::Bad,
            tr("%n pictures could not be measured and count for no model", nullptr,
               static_cast<int>(pictures.size())),
            toQString(first.picture) + QStringLiteral(": ") + sentence(first.failure.text()), {});
    }
    refresh();
}

void ModelsEvaluate::refresh() {
    const bool canBegin = m_choice->isComplete();
    m_button->setText(isBusy() ? tr("Cancel") : tr("Evaluate"));
    m_button->setEnabled(isBusy() || canBegin);
    m_button->setToolTip(canBegin ? QString() : tr("Takes a checked model and a set"));
    m_write->setEnabled(m_results->answer().evaluation != nullptr && !isBusy());
    m_write->setToolTip(tr("evaluation.json, evaluation.csv, evaluation_pictures.csv and "
                           "contact_sheet.png in a folder"));
    m_progress->setVisible(isBusy());
    if (!isBusy())
        m_what->clear();
    m_choice->setBlocked(isBusy());
}

} // namespace unlit::ui
