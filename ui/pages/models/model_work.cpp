#include "ui/pages/models/model_work.h"

#include "ui/kit/text.h"

#include <QApplication>

#include <algorithm>

namespace unlit::ui {

ModelWork::ModelWork(const ModelsParts& parts) : m_parts(parts) {
    connect(&parts.views.check(), &ModelsCheck::checkAsked, this, &ModelWork::check);
    connect(&parts.views.check(), &ModelsCheck::cancelAsked, &m_worker, &ModelWorker::cancel);
    connect(&parts.views.convert(), &ModelsConvert::writeAsked, this, &ModelWork::convert);
    connect(&parts.views.convert(), &ModelsConvert::cancelAsked, &m_worker, &ModelWorker::cancel);
    connectWorker();
}

void ModelWork::connectWorker() {
    connect(&m_worker, &ModelWorker::progressed, this,
            [this](double fraction, const QString& what) {
                if (m_kind == Kind::Check)
                    m_parts.views.check().showBusy(what);
                else
                    m_parts.views.convert().showProgress(std::max(0.0, fraction), what);
            });
    connect(&m_worker, &ModelWorker::checked, this, [this](const ModelCheck& check) {
        m_parts.views.check().showResult(check);
        end();
    });
    connect(&m_worker, &ModelWorker::written, this, [this](const std::filesystem::path& folder) {
        m_parts.views.convert().showDone(tr("✓ Written to %1").arg(toQString(folder)));
        end();
        emit written(folder);
    });
    connect(&m_worker, &ModelWorker::cancelled, this, [this] {
        sayProblem(m_kind == Kind::Check ? tr("Cancelled.") : tr("Cancelled. Nothing was written."),
                   {});
        end();
    });
    connect(&m_worker, &ModelWorker::failed, this, [this](const Failure& failure) {
        sayProblem(sentence(failure.message), sentence(failure.hint));
        end();
    });
}

void ModelWork::sayProblem(const QString& text, const QString& hint) {
    if (m_kind == Kind::Check)
        m_parts.views.check().showProblem(text, hint);
    else
        m_parts.views.convert().showProblem(text, hint);
}

void ModelWork::setModel(const ModelRow* row) {
    if (m_kind != Kind::None)
        return;
    m_parts.views.check().setModel(row != nullptr ? toQString(row->found.name) : QString());
    m_parts.views.convert().setModel(row);
}

void ModelWork::check() {
    const ModelRow* row = m_parts.current();
    if (row == nullptr || isBusy())
        return;
    begin(Kind::Check);
    m_parts.views.check().showBusy(tr("reading"));
    m_worker.check(row->found.folder);
}

void ModelWork::convert() {
    if (isBusy())
        return;
    begin(Kind::Write);
    m_parts.views.convert().showProgress(0, tr("reading"));
    m_worker.write(m_parts.views.convert().request());
}

void ModelWork::begin(Kind kind) {
    m_kind = kind;
    m_parts.views.check().setBlocked(kind == Kind::Write);
    m_parts.views.convert().setBlocked(kind == Kind::Check);
    if (m_parts.table.table().hasFocus())
        m_parts.views.bar().setFocus(); // else it would go to whatever Tab reaches next
    m_parts.table.table().setEnabled(false);
}

void ModelWork::end() {
    m_kind = Kind::None;
    m_parts.views.check().setBlocked(false);
    m_parts.views.convert().setBlocked(false);
    m_parts.table.table().setEnabled(true);
    const QWidget& bar = m_parts.views.bar();
    if (const QWidget* focused = QApplication::focusWidget();
        focused == &bar || bar.isAncestorOf(focused))
        m_parts.table.table().setFocus();
}

} // namespace unlit::ui
