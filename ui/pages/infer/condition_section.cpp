#include "ui/pages/infer/condition_section.h"

#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QLayout>
#include <QScopedValueRollback>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kNoClass = -1;

/// Rows that come and go together.
FormColumn* makeConditionRows(FormColumn& form) {
    auto* rows = new FormColumn(&form);
    rows->layout()->setContentsMargins(0, 0, 0, 0);
    form.addWide(rows);
    rows->hide();
    return rows;
}

} // namespace

ConditionSection::ConditionSection(FormColumn& form, QObject* parent)
    : QObject(parent), m_ofClasses(makeConditionRows(form)), m_ofTexts(makeConditionRows(form)),
      m_ofBoth(makeConditionRows(form)), m_class(new QSpinBox(m_ofClasses)),
      m_prompt(new QLineEdit(m_ofTexts)), m_guidance(new QDoubleSpinBox(m_ofBoth)) {
    m_class->setSpecialValueText(tr("None"));
    m_ofClasses->addRow(tr("Class"), m_class,
                        tr("What the picture is, by the numbers that the model was trained with"));
    m_prompt->setPlaceholderText(tr("No text"));
    m_ofTexts->addRow(tr("Text"), m_prompt,
                      tr("A line about the picture, as the model was trained with"));
    m_guidance->setRange(0, 100);
    m_guidance->setDecimals(1);
    m_guidance->setSingleStep(0.5);
    m_ofBoth->addRow(tr("Guidance"), m_guidance,
                     tr("How much the row above counts: 1 is as the model was trained; otherwise "
                        "the network runs twice"));
    connect(m_class, &QSpinBox::valueChanged, this, &ConditionSection::take);
    connect(m_prompt, &QLineEdit::editingFinished, this, &ConditionSection::take);
    connect(m_guidance, &QDoubleSpinBox::valueChanged, this, &ConditionSection::take);
}

void ConditionSection::take() {
    if (m_isShowing)
        return;
    const ConditionOptions before = m_condition;
    if (m_model.classes > 0)
        m_condition.classLabel =
            m_class->value() == kNoClass ? std::nullopt : std::optional(m_class->value());
    if (m_model.seesText)
        m_condition.prompt = m_prompt->text().trimmed().toStdString();
    m_condition.guidanceScale = m_guidance->value();
    showWhetherToldAnything();
    if (!(m_condition == before))
        emit edited();
}

void ConditionSection::setSettings(const InferSettings& settings) {
    m_condition = settings.options.condition;
    showModel();
}

void ConditionSection::fill(InferSettings& settings) const {
    settings.options.condition = knownTo(m_model, m_condition);
}

void ConditionSection::setModel(const ModelQuality& model) {
    m_model = model;
    showModel();
}

void ConditionSection::showModel() {
    const QScopedValueRollback showing(m_isShowing, true);
    m_class->setRange(kNoClass, std::max(kNoClass, m_model.classes - 1));
    m_class->setValue(m_condition.classLabel.value_or(kNoClass));
    m_prompt->setText(toQString(m_condition.prompt));
    m_guidance->setValue(m_condition.guidanceScale);
    m_ofClasses->setVisible(m_model.classes > 0);
    m_ofTexts->setVisible(m_model.seesText);
    m_ofBoth->setVisible(m_model.classes > 0 || m_model.seesText);
    showWhetherToldAnything();
}

/// There is nothing to guide to otherwise.
void ConditionSection::showWhetherToldAnything() {
    const ConditionOptions told = knownTo(m_model, m_condition);
    m_guidance->setEnabled(told.classLabel.has_value() || !told.prompt.empty());
}

} // namespace unlit::ui
