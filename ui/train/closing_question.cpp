#include "ui/train/closing_question.h"

#include <QMessageBox>
#include <QPushButton>

namespace unlit::ui {

bool ClosingQuestion::mayClose() {
    if (m_isWanted && !m_controller.isBusy())
        return true; // what was asked has been answered
    if (m_isWanted || m_question || !m_recipe.mayClose())
        return false;
    if (m_controller.isTraining()) {
        ask();
        return false;
    }
    m_controller.stopAndSave(); // a rehearsal has nothing to keep
    return true;
}

void ClosingQuestion::ask() {
    m_question = new QMessageBox(QMessageBox::Question, tr("A training is under way"), {},
                                 QMessageBox::NoButton, &m_window);
    m_question->setTextFormat(Qt::PlainText); // a run may have any name
    m_question->setText(tr("%1 is being trained.").arg(m_controller.title()));
    m_question->setInformativeText(tr(
        "It can be saved now and resumed later from the very same step, or go on in a process of "
        "its own."));
    m_question->setAttribute(Qt::WA_DeleteOnClose);
    auto* saving = m_question->addButton(tr("Save and close"), QMessageBox::AcceptRole);
    auto* detaching =
        m_question->addButton(tr("Close, and go on without the window"), QMessageBox::AcceptRole);
    auto* staying = m_question->addButton(tr("Go on training"), QMessageBox::RejectRole);
    m_question->setDefaultButton(saving);
    m_question->setEscapeButton(staying);
    connect(saving, &QPushButton::clicked, this, &ClosingQuestion::close);
    connect(detaching, &QPushButton::clicked, this, [this] {
        if (m_controller.isBusy())
            emit detachWanted();
        close();
    });
    m_question->open();
}

void ClosingQuestion::close() {
    m_isWanted = true;
    if (!m_controller.isBusy()) // it has ended while the question stood there
        emit closeReady();
    m_controller.stopAndSave();
}

bool ClosingQuestion::closeIfWanted() {
    if (m_isWanted)
        emit closeReady();
    return m_isWanted;
}

} // namespace unlit::ui
