#include "ui/pages/models/evaluation_choice.h"

#include "core/evaluate/baselines.h"
#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

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

EvaluationChoice::EvaluationChoice(QWidget* parent)
    : QWidget(parent), m_models(new QListWidget(this)),
      m_add(new QPushButton(tr("Add folder…"), this)), m_set(new QLineEdit(this)),
      m_judgements(new QLineEdit(this)), m_encoding(new QComboBox(this)) {
    setMaximumHeight(kChoiceHeightPx);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 12, 12, 8);
    row->setSpacing(12);
    row->addLayout(makeList(), 1);
    row->addWidget(makeForm(), 1);
    const QWidgetList asRead = {
        m_models,  m_add, m_set, buttonBeside(*m_set), m_judgements, buttonBeside(*m_judgements),
        m_encoding};
    for (qsizetype i = 1; i < asRead.size(); ++i)
        setTabOrder(asRead[i - 1], asRead[i]);
    setModels({});
}

QLayout* EvaluationChoice::makeList() {
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
    connect(m_add, &QPushButton::clicked, this, &EvaluationChoice::browseModel);
    connect(m_models, &QListWidget::itemChanged, this, &EvaluationChoice::changed);
    return left;
}

QWidget* EvaluationChoice::makeForm() {
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
        connect(field, &QLineEdit::textChanged, this, &EvaluationChoice::changed);
        connect(field, &QLineEdit::returnPressed, this, &EvaluationChoice::goAsked);
    }
    m_set->setAccessibleName(tr("Set"));
    m_judgements->setAccessibleName(tr("Judgements"));
    return form;
}

QWidget* EvaluationChoice::withButton(QLineEdit* field, const QString& words, bool takesFiles) {
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

void EvaluationChoice::addModel(const QString& path, const QString& name, bool isChecked) {
    auto* item = new QListWidgetItem(name, m_models);
    item->setData(kPathRole, path);
    item->setToolTip(path);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(isChecked ? Qt::Checked : Qt::Unchecked);
}

/// Folders that were named here first, then what was found, baselines last.
void EvaluationChoice::setModels(const std::vector<ComparedModel>& models) {
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
    emit changed();
}

void EvaluationChoice::chooseModels(const QStringList& folders) {
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
    emit changed();
}

void EvaluationChoice::browseModel() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("A model folder"));
    if (folder.isEmpty())
        return;
    m_added.removeAll(folder);
    m_added.prepend(folder);
    setModels(m_found);
    m_models->item(0)->setCheckState(Qt::Checked);
}

EvaluationRequest EvaluationChoice::request() const {
    EvaluationRequest request;
    for (int i = 0; i < m_models->count(); ++i)
        if (m_models->item(i)->checkState() == Qt::Checked)
            request.models.push_back(m_models->item(i)->data(kPathRole).toString().toStdString());
    request.dataset.source = toPath(m_set->text().trimmed());
    request.judgements.folder = toPath(m_judgements->text().trimmed());
    request.encoding = static_cast<ColorSpace>(m_encoding->currentData().toInt());
    return request;
}

QStringList EvaluationChoice::checkedNames() const {
    QStringList names;
    for (int i = 0; i < m_models->count(); ++i)
        if (const QListWidgetItem& item = *m_models->item(i); item.checkState() == Qt::Checked)
            names += isBaseline(item) ? item.data(kPathRole).toString() : item.text();
    return names;
}

bool EvaluationChoice::isComplete() const {
    const bool hasPictures =
        !m_set->text().trimmed().isEmpty() || !m_judgements->text().trimmed().isEmpty();
    return hasPictures && !checkedNames().isEmpty();
}

void EvaluationChoice::setBlocked(bool isBlocked) {
    for (QWidget* control :
         std::initializer_list<QWidget*>{m_models, m_add, m_set, m_judgements, m_encoding})
        control->setEnabled(!isBlocked);
}

} // namespace unlit::ui
