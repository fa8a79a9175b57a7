#include "ui/pages/models/models_check.h"

#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QScrollArea>

namespace unlit::ui {

ModelsCheck::ModelsCheck(QWidget* parent)
    : QWidget(parent), m_title(makeLabel({}, "title", this)), m_lead(makeLabel({}, "lead", this)),
      m_button(new QPushButton(this)), m_progress(new QProgressBar(this)),
      m_lines(new QVBoxLayout) {
    m_lead->setWordWrap(true);
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Check is running"));
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_isBusy)
            emit cancelAsked();
        else
            emit checkAsked();
    });
    auto* row = new QHBoxLayout;
    row->addWidget(m_button);
    row->addStretch(1);
    auto* content = new QWidget(this);
    content->setObjectName(QStringLiteral("panelContent"));
    auto* inner = new QVBoxLayout(content);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->addLayout(m_lines);
    inner->addStretch(1);
    m_lines->setSpacing(4);
    auto* scroll = new QScrollArea(this);
    scroll->setObjectName(QStringLiteral("panelScroll"));
    scroll->setAccessibleName(tr("Check"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(content);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 18);
    column->setSpacing(10);
    column->addWidget(m_title);
    column->addWidget(m_lead);
    column->addLayout(row);
    column->addWidget(m_progress);
    column->addWidget(scroll, 1);
    setModel({});
}

void ModelsCheck::setModel(const QString& name) {
    m_name = name;
    m_isBusy = false;
    clearLines();
    m_title->setText(name.isEmpty() ? tr("No model chosen") : tr("Check %1").arg(name));
    m_lead->setText(
        name.isEmpty()
            ? tr("Choose a model in the table.")
            : tr("Loads every part as it is loaded for use, looks for values that are no "
                 "numbers, and lists all faults with what to do about each."));
    updateButton();
}

void ModelsCheck::setBlocked(bool isBlocked) {
    m_isBlocked = isBlocked;
    updateButton();
}

void ModelsCheck::updateButton() {
    m_button->setText(m_isBusy ? tr("Cancel") : tr("Check"));
    m_button->setEnabled(m_isBusy || (!m_name.isEmpty() && !m_isBlocked));
    m_progress->setVisible(m_isBusy);
}

void ModelsCheck::showBusy(const QString& what) {
    m_isBusy = true;
    clearLines();
    addLine(tr("%1…").arg(what), "label");
    updateButton();
}

void ModelsCheck::showResult(const ModelCheck& check) {
    m_isBusy = false;
    clearLines();
    addLine(check.isSound() ? tr("✓ Every part can be loaded.") : tr("✕ The model has faults."),
            check.isSound() ? "good" : "bad");
    for (const ModelFinding& finding : check.findings) {
        const bool isFault = finding.severity == ModelFinding::Severity::Error;
        addLine(sentence(finding.text), isFault ? "bad" : "label");
        if (!finding.hint.empty())
            addLine(sentence(finding.hint), "hint");
    }
    if (!check.hash.empty())
        addLine(
            tr("Hash %1: what side-cars of results call this model.").arg(toQString(check.hash)),
            "label");
    updateButton();
}

void ModelsCheck::showProblem(const QString& text, const QString& hint) {
    m_isBusy = false;
    clearLines();
    addLine(text, "bad");
    if (!hint.isEmpty())
        addLine(hint, "hint");
    updateButton();
}

void ModelsCheck::addLine(const QString& text, const char* role) {
    QLabel* label = makeLabel(text, role, this);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_lines->addWidget(label);
}

void ModelsCheck::clearLines() {
    while (QLayoutItem* item = m_lines->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

QStringList ModelsCheck::lines() const {
    QStringList words;
    for (int i = 0; i < m_lines->count(); ++i)
        words += static_cast<QLabel*>(m_lines->itemAt(i)->widget())->text();
    return words;
}

} // namespace unlit::ui
