#include "ui/pages/models/models_evaluate.h"

#include "core/evaluate/baselines.h"
#include "ui/kit/text.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace unlit::ui {

namespace {

constexpr int kChoiceHeightPx = 196;
constexpr int kPathRole = Qt::UserRole;

bool isBaseline(const QListWidgetItem& item) {
    return evaluate::baselineFromString(item.data(kPathRole).toString().toStdString()).has_value();
}

QString baselineText(evaluate::Baseline baseline) {
    switch (baseline) {
    case evaluate::Baseline::Input:
        return QObject::tr("input: the picture itself");
    case evaluate::Baseline::Constant:
        return QObject::tr("constant: grey everywhere");
    case evaluate::Baseline::GreyRetinex:
        return QStringLiteral("grey-retinex");
    case evaluate::Baseline::ColourRetinex:
        break;
    }
    return QStringLiteral("colour-retinex");
}

/// The button beside a field, which was made after the fields.
QWidget* buttonBeside(const QLineEdit& field) {
    return field.parentWidget()->findChild<QPushButton*>();
}

/// A checkpoint is told by its run, too.
QString nameOfFolder(const QString& folder) {
    const std::filesystem::path path = toPath(folder);
    const std::filesystem::path around = path.parent_path();
    return around.filename() == "checkpoint"
               ? toQString(around.parent_path().filename() / path.filename())
               : toQString(path.filename());
}

} // namespace

ModelsEvaluate::ModelsEvaluate(Evaluator::Measure measure, QWidget* parent)
    : QWidget(parent), m_models(new QListWidget(this)), m_set(new QLineEdit(this)),
      m_judgements(new QLineEdit(this)), m_encoding(new QComboBox(this)),
      m_add(new QPushButton(tr("Add folder…"), this)), m_button(new QPushButton(this)),
      m_write(new QPushButton(tr("Save report…"), this)), m_progress(new QProgressBar(this)),
      m_what(makeLabel({}, "hint", this)), m_message(new MessageBar(this)),
      m_scale(new QComboBox(this)), m_region(new QComboBox(this)), m_space(new QComboBox(this)),
      m_metric(new QComboBox(this)), m_worstOf(new QComboBox(this)),
      m_evaluator(std::move(measure)) {
    m_button->setProperty("role", QStringLiteral("primary"));
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress of the evaluation"));
    auto* verbs = new QHBoxLayout;
    verbs->setContentsMargins(12, 0, 12, 8);
    verbs->setSpacing(8);
    verbs->addWidget(m_button);
    verbs->addWidget(m_write);
    verbs->addWidget(m_what, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeChoice());
    column->addLayout(verbs);
    column->addWidget(m_progress);
    column->addWidget(m_message);
    column->addWidget(makeResults(), 1);
    m_message->hide();
    const QWidgetList asRead = {m_models,     m_add,
                                m_set,        buttonBeside(*m_set),
                                m_judgements, buttonBeside(*m_judgements),
                                m_encoding,   m_button,
                                m_write};
    for (qsizetype i = 1; i < asRead.size(); ++i)
        setTabOrder(asRead[i - 1], asRead[i]);
    connectEvaluator();
    setModels({});
    refresh();
}

QWidget* ModelsEvaluate::makeChoice() {
    auto* choice = new QWidget(this);
    choice->setMaximumHeight(kChoiceHeightPx);
    m_models->setAccessibleName(tr("Models to measure"));
    m_models->setSpacing(2);
    m_models->setToolTip(tr("Checked models and baselines are measured; the others are compared "
                            "with the first of them"));
    m_add->setToolTip(tr("A model folder, or a checkpoint of a run"));
    auto* left = new QVBoxLayout;
    left->setSpacing(6);
    left->addWidget(m_models, 1);
    auto* under = new QHBoxLayout;
    under->addWidget(m_add);
    under->addStretch(1);
    left->addLayout(under);
    auto* row = new QHBoxLayout(choice);
    row->setContentsMargins(12, 12, 12, 8);
    row->setSpacing(12);
    row->addLayout(left, 1);
    row->addWidget(makeForm(), 1);
    connect(m_add, &QPushButton::clicked, this, &ModelsEvaluate::browseModel);
    connect(m_models, &QListWidget::itemChanged, this, &ModelsEvaluate::refresh);
    return choice;
}

QWidget* ModelsEvaluate::makeForm() {
    auto* form = new FormColumn(this);
    form->layout()->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("Set"), withButton(m_set, tr("Choose a list of pairs"), true),
                 tr("A list of beauty, albedo and mask, a folder of pairs, or a .tar archive"));
    form->addRow(tr("Judgements"), withButton(m_judgements, tr("Choose judgements"), false),
                 tr("Instead or besides: a folder of Intrinsic Images in the Wild, ID.json beside "
                    "ID.png"));
    m_encoding->addItem(QStringLiteral("sRGB"), static_cast<int>(ColorSpace::Srgb));
    m_encoding->addItem(tr("gamma 2.2, as Marigold's figures"),
                        static_cast<int>(ColorSpace::Gamma22));
    form->addRow(tr("Encoding"), m_encoding, tr("Display curve of the encoded figures"));
    form->addStretch();
    for (QLineEdit* field : {m_set, m_judgements}) {
        field->setClearButtonEnabled(true);
        connect(field, &QLineEdit::textChanged, this, &ModelsEvaluate::refresh);
        connect(field, &QLineEdit::returnPressed, this, &ModelsEvaluate::begin);
    }
    m_set->setAccessibleName(tr("Set"));
    m_judgements->setAccessibleName(tr("Judgements"));
    return form;
}

QWidget* ModelsEvaluate::withButton(QLineEdit* field, const QString& words, bool takesFiles) {
    auto* both = new QWidget(this);
    auto* button = new QPushButton(tr("Choose…"), both);
    button->setAccessibleName(words);
    connect(button, &QPushButton::clicked, this, [this, field, words, takesFiles] {
        const QString start = field->text().section(u'/', 0, -2);
        const QString path =
            takesFiles ? QFileDialog::getOpenFileName(this, words, start,
                                                      tr("Lists and archives (*.txt *.tar);;"
                                                         "All files (*)"))
                       : QFileDialog::getExistingDirectory(this, words, start);
        if (!path.isEmpty())
            field->setText(path);
    });
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(field, 1);
    row->addWidget(button);
    return both;
}

void ModelsEvaluate::connectEvaluator() {
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (isBusy())
            m_evaluator.cancel();
        else
            begin();
    });
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

void ModelsEvaluate::addModel(const QString& path, const QString& name, bool isChecked) {
    auto* item = new QListWidgetItem(name, m_models);
    item->setData(kPathRole, path);
    item->setToolTip(path);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(isChecked ? Qt::Checked : Qt::Unchecked);
}

/// Folders that were named here first, then what was found, baselines last.
void ModelsEvaluate::setModels(const std::vector<ComparedModel>& models) {
    m_found = models;
    const bool isFirst = m_models->count() == 0;
    QStringList checked;
    for (int i = 0; i < m_models->count(); ++i)
        if (m_models->item(i)->checkState() == Qt::Checked)
            checked += m_models->item(i)->data(kPathRole).toString();
    if (isFirst)
        checked += toQString(evaluate::toString(evaluate::Baseline::Input));
    const QSignalBlocker quiet(m_models);
    m_models->clear();
    for (const QString& folder : m_added)
        addModel(folder, nameOfFolder(folder), checked.contains(folder));
    for (const ComparedModel& model : models)
        if (const QString folder = toQString(model.folder); !m_added.contains(folder))
            addModel(folder, model.name, checked.contains(folder));
    for (const evaluate::Baseline baseline : evaluate::allBaselines()) {
        const QString name = toQString(evaluate::toString(baseline));
        addModel(name, baselineText(baseline), checked.contains(name));
    }
    refresh();
}

void ModelsEvaluate::chooseModels(const QStringList& folders) {
    for (const QString& folder : folders)
        if (!m_added.contains(folder) &&
            std::ranges::find(m_found, toPath(folder), &ComparedModel::folder) == m_found.end())
            m_added += folder;
    setModels(m_found);
    const QSignalBlocker quiet(m_models);
    for (int i = 0; i < m_models->count(); ++i) {
        QListWidgetItem& item = *m_models->item(i);
        if (!isBaseline(item))
            item.setCheckState(folders.contains(item.data(kPathRole).toString()) ? Qt::Checked
                                                                                 : Qt::Unchecked);
    }
    refresh();
}

void ModelsEvaluate::browseModel() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("A model folder"));
    if (folder.isEmpty())
        return;
    m_added.removeAll(folder);
    m_added.prepend(folder);
    setModels(m_found);
    m_models->item(0)->setCheckState(Qt::Checked);
}

EvaluationRequest ModelsEvaluate::request() const {
    EvaluationRequest request;
    for (int i = 0; i < m_models->count(); ++i)
        if (m_models->item(i)->checkState() == Qt::Checked)
            request.models.push_back(m_models->item(i)->data(kPathRole).toString().toStdString());
    request.dataset.source = toPath(m_set->text().trimmed());
    request.judgements.folder = toPath(m_judgements->text().trimmed());
    request.encoding = static_cast<ColorSpace>(m_encoding->currentData().toInt());
    return request;
}

QStringList ModelsEvaluate::checkedNames() const {
    QStringList names;
    for (int i = 0; i < m_models->count(); ++i)
        if (const QListWidgetItem& item = *m_models->item(i); item.checkState() == Qt::Checked)
            names += isBaseline(item) ? item.data(kPathRole).toString() : item.text();
    return names;
}

void ModelsEvaluate::begin() {
    if (!m_button->isEnabled() || isBusy())
        return;
    m_message->hide();
    m_asked = checkedNames();
    m_what->setText(tr("opening the set"));
    m_evaluator.measure(request());
    refresh();
}

void ModelsEvaluate::browseReport() {
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Folder for tables and contact sheet"));
    if (!folder.isEmpty())
        writeTo(toPath(folder));
}

void ModelsEvaluate::writeTo(const std::filesystem::path& folder) {
    if (!m_answer.evaluation || isBusy())
        return;
    m_what->setText(tr("writing"));
    m_evaluator.write(m_answer, folder);
    refresh();
}

void ModelsEvaluate::refresh() {
    const bool hasPictures =
        !m_set->text().trimmed().isEmpty() || !m_judgements->text().trimmed().isEmpty();
    const bool canBegin = hasPictures && !checkedNames().isEmpty();
    m_button->setText(isBusy() ? tr("Cancel") : tr("Evaluate"));
    m_button->setEnabled(isBusy() || canBegin);
    m_button->setToolTip(canBegin ? QString() : tr("Takes a checked model and a set"));
    m_write->setEnabled(m_answer.evaluation != nullptr && !isBusy());
    m_write->setToolTip(tr("evaluation.json, evaluation.csv, evaluation_pictures.csv and "
                           "contact_sheet.png in a folder"));
    m_progress->setVisible(isBusy());
    if (!isBusy())
        m_what->clear();
    for (QWidget* control :
         std::initializer_list<QWidget*>{m_models, m_add, m_set, m_judgements, m_encoding})
        control->setEnabled(!isBusy());
}

} // namespace unlit::ui
