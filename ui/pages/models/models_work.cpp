// Checking and converting on the Models page: who asks the worker, and who is told.
#include "ui/kit/text.h"
#include "ui/pages/models/models_page.h"

#include <QApplication>

#include <algorithm>

namespace unlit::ui {

void ModelsPage::connectWorker() {
    connect(&m_worker, &ModelWorker::progressed, this,
            [this](double fraction, const QString& what) {
                if (m_work == Work::Check)
                    m_check->showBusy(what);
                else
                    m_convert->showProgress(std::max(0.0, fraction), what);
            });
    connect(&m_worker, &ModelWorker::checked, this, [this](const ModelCheck& check) {
        m_check->showResult(check);
        end();
    });
    connect(&m_worker, &ModelWorker::written, this, [this](const std::filesystem::path& folder) {
        m_convert->showDone(tr("✓ Written to %1").arg(toQString(folder)));
        end();
        if (!m_roots.contains(toQString(folder)))
            m_known += toQString(folder);
        lookNow();
    });
    connect(&m_worker, &ModelWorker::cancelled, this, [this] {
        if (m_work == Work::Check)
            m_check->showProblem(tr("Cancelled."), {});
        else
            m_convert->showProblem(tr("Cancelled. Nothing was written."), {});
        end();
    });
    connect(&m_worker, &ModelWorker::failed, this, [this](const Failure& failure) {
        if (m_work == Work::Check)
            m_check->showProblem(sentence(failure.message), sentence(failure.hint));
        else
            m_convert->showProblem(sentence(failure.message), sentence(failure.hint));
        end();
    });
}

void ModelsPage::begin(Work work) {
    m_work = work;
    m_check->setBlocked(work == Work::Write);
    m_convert->setBlocked(work == Work::Check);
    if (m_table->table().hasFocus())
        m_views->setFocus();            // else it would go to whatever Tab reaches next
    m_table->table().setEnabled(false); // what is said belongs to the chosen model
}

void ModelsPage::end() {
    m_work = Work::None;
    m_check->setBlocked(false);
    m_convert->setBlocked(false);
    m_table->table().setEnabled(true);
    if (const QWidget* focused = QApplication::focusWidget();
        focused == m_views || m_views->isAncestorOf(focused))
        m_table->table().setFocus();
}

void ModelsPage::checkCurrent() {
    const ModelRow* row = current();
    if (row == nullptr || m_worker.isBusy())
        return;
    begin(Work::Check);
    m_check->showBusy(tr("reading"));
    m_worker.check(row->found.folder);
}

void ModelsPage::convertCurrent() {
    if (m_worker.isBusy())
        return;
    begin(Work::Write);
    m_convert->showProgress(0, tr("reading"));
    m_worker.write(m_convert->request());
}

} // namespace unlit::ui
