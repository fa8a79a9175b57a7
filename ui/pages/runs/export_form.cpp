#include "ui/pages/runs/export_form.h"

#include "ui/kit/failure_text.h"
#include "ui/kit/text.h"

#include <filesystem>
#include <system_error>

namespace unlit::ui {

ExportForm::ExportForm(const CheckpointParts& parts, QWidget* parent)
    : ExportForm(parts, new QComboBox(parent), parent) {}

ExportForm::ExportForm(const CheckpointParts& parts, QComboBox* type, QWidget* parent)
    : CheckpointForm({.verb = tr("Write model"),
                      .place = tr("Write to"),
                      .placeTip = tr("A folder that does not exist yet, or is empty"),
                      .extra = tr("Type"),
                      .extraTip = tr("How each weight is stored"),
                      .control = type},
                     parent),
      m_parts(parts), m_type(type) {
    m_type->addItem(tr("float32, as it was trained"), QStringLiteral("float32"));
    m_type->addItem(tr("float16, half the size"), QStringLiteral("float16"));
    m_type->addItem(tr("bfloat16, half the size, coarser"), QStringLiteral("bfloat16"));
    connect(this, &CheckpointForm::goAsked, this, &ExportForm::write);
    connect(this, &CheckpointForm::cancelAsked, &parts.writer, &ModelWorker::cancel);
    connect(&parts.writer, &ModelWorker::progressed, this, &ExportForm::showProgress);
    connect(&parts.writer, &ModelWorker::written, this, &ExportForm::takeWritten);
    connect(&parts.writer, &ModelWorker::failed, this, [this](const Failure& failure) {
        showEnd();
        m_parts.say(MessageBar::Kind::Bad, tr("The model is not written"), failureText(failure));
    });
    connect(&parts.writer, &ModelWorker::cancelled, this, [this] {
        showEnd();
        m_parts.say(MessageBar::Kind::Note, tr("Cancelled. Nothing was written."));
        emit stateChanged();
    });
}

void ExportForm::askAboutChosen() {
    const auto chosen = m_parts.table.chosen();
    if (chosen.empty() || !m_parts.run || m_parts.writer.isBusy())
        return;
    m_request = {};
    m_request.model = chosen[0].folder;
    for (std::size_t i = 1; i < chosen.size(); ++i)
        m_request.meanWith.push_back(chosen[i].folder);
    const bool isMean = chosen.size() > 1;
    emit opened();
    ask(isMean ? tr("Mean of %1").arg(namesText(chosen))
               : tr("Export %1").arg(toQString(chosen[0].name)),
        isMean ? tr("The weights of all of them, averaged with equal shares, as a model folder "
                    "that diffusers loads. A calibration of uncertainties is left out.")
               : tr("A model folder that diffusers loads, without what a training goes on from. "
                    "The checkpoint stays as it is."),
        freePlaceBeside(m_parts.run->folder,
                        isMean ? "mean-of-" + std::to_string(chosen.size()) : chosen[0].name));
}

void ExportForm::write() {
    if (m_parts.isBusy())
        return;
    m_request.output = toPath(place().text().trimmed());
    std::error_code unknown;
    if (std::filesystem::exists(m_request.output, unknown) &&
        !std::filesystem::is_empty(m_request.output, unknown))
        return m_parts.say(MessageBar::Kind::Bad,
                           tr("%1 is there already").arg(toQString(m_request.output)),
                           tr("Choose a folder that does not exist yet, or is empty."));
    m_request.dtype = m_type->currentData().toString().toStdString();
    m_parts.message.hide();
    showProgress(0, tr("reading"));
    m_parts.writer.write(m_request);
    emit stateChanged();
}

void ExportForm::takeWritten(const std::filesystem::path& folder) {
    showEnd();
    emit done();
    const QString written = toQString(folder);
    m_parts.say(MessageBar::Kind::Good, tr("The model is written"), written,
                {{tr("Use it in Infer"), [this, written] { emit useAsked(written); }}});
    emit stateChanged();
}

} // namespace unlit::ui
