#include "ui/pages/infer/model_section.h"

#include "core/session/models/model_name.h"
#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QSignalBlocker>
#include <QStyle>

namespace unlit::ui {

namespace {

void setState(QWidget* widget, const QString& state) {
    widget->setProperty("state", state);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

} // namespace

ModelSection::ModelSection(FormColumn& form, QObject* parent)
    : QObject(parent), m_folders(new QComboBox(&form)) {
    form.addSection(tr("Model"));
    m_folders->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_folders->setMinimumContentsLength(8);
    form.addRow(tr("Folder"), m_folders,
                tr("Model folder in the diffusers layout: the one with model_index.json (Ctrl+M)"));
    m_hint = form.addHint(2);
    connect(m_folders, &QComboBox::activated, this, [this](int index) {
        const QString folder = m_folders->itemData(index).toString();
        if (folder.isEmpty())
            emit browseAsked();
        else
            emit folderChosen(folder);
    });
}

void ModelSection::setFolders(const QString& current, const QStringList& recent) {
    const QSignalBlocker quiet(m_folders);
    m_folders->clear();
    QStringList all = recent;
    if (!current.isEmpty() && !all.contains(current))
        all.prepend(current);
    for (const QString& folder : all) {
        if (m_broken.contains(folder) && folder != current)
            continue;
        m_folders->addItem(toQString(modelNameOf(toPath(folder))), folder);
        m_folders->setItemData(m_folders->count() - 1, folder, Qt::ToolTipRole);
    }
    m_folders->addItem(tr("Choose folder…"), QString());
    m_folders->setPlaceholderText(tr("None chosen"));
    m_folders->setCurrentIndex(current.isEmpty() ? -1 : m_folders->findData(current));
    if (current.isEmpty())
        m_hint->clear();
}

bool ModelSection::setUsable(const QString& folder, bool isUsable) {
    if (folder.isEmpty() || m_broken.contains(folder) != isUsable)
        return false;
    if (isUsable)
        m_broken.removeAll(folder);
    else
        m_broken += folder;
    return true;
}

void ModelSection::showChecking() {
    setState(m_folders, {});
    setRole(m_hint, "hint");
    m_hint->setText(tr("Reading…"));
}

void ModelSection::showSummary(const ModelSummary& summary) {
    setState(m_folders, {});
    setRole(m_hint, summary.isRandom ? "bad" : "hint");
    m_hint->setText(summaryText(summary));
    m_hint->setToolTip(
        toQString(summary.folder) + u'\n' + toQString(summary.className) +
        (summary.provenance.empty() ? QString() : u'\n' + toQString(summary.provenance)));
}

void ModelSection::showFailure(const Failure& failure) {
    setState(m_folders, QStringLiteral("bad"));
    setRole(m_hint, "bad");
    m_hint->setText(sentence(failure.message) + u' ' + sentence(failure.hint));
}

QString summaryText(const ModelSummary& summary) {
    QStringList targets;
    for (const std::string& target : summary.targets)
        targets += toQString(target);
    std::uint64_t parameters = 0;
    for (const ComponentSummary& component : summary.components)
        parameters += component.parameters;
    QString text = targets.join(QStringLiteral(", "));
    if (parameters > 0)
        text += ModelSection::tr(" · %1 parameters").arg(countText(parameters));
    if (summary.isRandom)
        text =
            ModelSection::tr("Random weights, never trained: its pictures mean nothing. ") + text;
    return text;
}

} // namespace unlit::ui
