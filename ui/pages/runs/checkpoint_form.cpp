#include "ui/pages/runs/checkpoint_form.h"

#include "ui/kit/text.h"

#include <QApplication>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kCheckpointFormPx = 640;

} // namespace

CheckpointForm::CheckpointForm(const CheckpointFormSetup& setup, QWidget* parent)
    : QWidget(parent), m_setup(setup), m_title(makeLabel({}, "title", this)),
      m_lead(makeLabel({}, "label", this)), m_place(new QLineEdit(this)),
      m_button(new QPushButton(this)), m_close(new QPushButton(tr("Close"), this)),
      m_progress(new QProgressBar(this)) {
    m_title->setWordWrap(true);
    m_lead->setWordWrap(true);
    m_button->setProperty("role", QStringLiteral("primary"));
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress"));
    m_place->setAcceptDrops(false);
    auto* fields = new FormColumn(this);
    fields->layout()->setContentsMargins(0, 0, 0, 0);
    m_placeRow = makePlace();
    fields->addRow(setup.place, m_placeRow, setup.placeTip);
    m_place->setAccessibleName(setup.place);
    fields->addRow(setup.extra, setup.control, setup.extraTip);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_button);
    buttons->addWidget(m_close);
    buttons->addStretch(1);
    auto* block = new QWidget(this);
    block->setMaximumWidth(kCheckpointFormPx);
    auto* column = new QVBoxLayout(block);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    column->addWidget(m_title);
    column->addWidget(m_lead);
    column->addWidget(fields);
    column->addLayout(buttons);
    column->addWidget(m_progress);
    column->addStretch(1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(20, 14, 20, 14);
    row->addWidget(block, 1);
    row->addStretch(0);
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_isBusy)
            emit cancelAsked();
        else
            emit goAsked();
    });
    connect(m_close, &QPushButton::clicked, this, &CheckpointForm::closeAsked);
    connect(m_place, &QLineEdit::textChanged, this, &CheckpointForm::refresh);
    connect(m_place, &QLineEdit::returnPressed, this, &CheckpointForm::go);
    if (const auto* text = qobject_cast<QLineEdit*>(setup.control))
        connect(text, &QLineEdit::returnPressed, this, &CheckpointForm::go);
    orderTabs();
    refresh();
}

/// As it is read: fields were made before what stands between them.
void CheckpointForm::orderTabs() {
    QWidget* before = m_place;
    for (QWidget* next :
         std::initializer_list<QWidget*>{m_browse, m_setup.control, m_button, m_close}) {
        setTabOrder(before, next);
        before = next;
    }
}

void CheckpointForm::go() {
    if (m_button->isEnabled() && !m_isBusy)
        emit goAsked();
}

void CheckpointForm::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && !m_isBusy)
        emit closeAsked();
    else
        QWidget::keyPressEvent(event);
}

QWidget* CheckpointForm::makePlace() {
    auto* both = new QWidget(this);
    m_browse = new QPushButton(tr("Choose…"), both);
    m_browse->setAccessibleName(tr("Choose the folder"));
    connect(m_browse, &QPushButton::clicked, this, [this] {
        const QString folder = QFileDialog::getExistingDirectory(
            this, m_setup.place, m_place->text().section(u'/', 0, -2));
        if (!folder.isEmpty())
            m_place->setText(folder);
    });
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_place, 1);
    row->addWidget(m_browse);
    return both;
}

void CheckpointForm::ask(const QString& title, const QString& lead, const QString& folder) {
    m_title->setText(title);
    m_lead->setText(lead);
    m_place->setText(folder);
    m_place->setFocus();
    refresh();
}

void CheckpointForm::showProgress(double fraction, const QString& what) {
    if (!m_isBusy)
        keepFocus();
    m_isBusy = true;
    m_progress->setRange(0, fraction < 0 ? 0 : 1000);
    m_progress->setValue(static_cast<int>(1000 * std::max(fraction, 0.0)));
    m_progress->setToolTip(what);
    refresh();
}

/// A field that is shut hands the focus to whatever follows it, outside of the form, too.
void CheckpointForm::keepFocus() {
    QWidget* focused = QApplication::focusWidget();
    m_focused = focused != nullptr && isAncestorOf(focused) ? focused : nullptr;
    if (m_focused)
        setFocus();
}

void CheckpointForm::showEnd() {
    m_isBusy = false;
    refresh();
    if (m_focused && hasFocus())
        m_focused->setFocus();
    m_focused = nullptr;
}

void CheckpointForm::setBlocked(bool isBlocked) {
    m_isBlocked = isBlocked;
    refresh();
}

void CheckpointForm::refresh() {
    const bool canBegin = !m_isBusy && !m_isBlocked && !m_place->text().trimmed().isEmpty();
    const bool canEnd = m_isBusy && m_setup.canCancel;
    m_button->setText(canEnd ? tr("Cancel") : m_setup.verb);
    m_button->setEnabled(canEnd || canBegin);
    m_close->setEnabled(!m_isBusy);
    m_progress->setVisible(m_isBusy);
    m_placeRow->setEnabled(!m_isBusy);
    m_setup.control->setEnabled(!m_isBusy);
}

} // namespace unlit::ui
