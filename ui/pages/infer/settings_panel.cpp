#include "ui/pages/infer/settings_panel.h"

#include "ui/widgets/form_column.h"
#include "ui/widgets/segmented_control.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>

namespace unlit::ui {

namespace {

constexpr qsizetype kMostRecent = 8;

} // namespace

SettingsPanel::SettingsPanel(QWidget* parent) : QFrame(parent), m_message(new MessageBar(this)) {
    setObjectName(QStringLiteral("panel"));
    auto* form = new FormColumn(this);
    m_model = new ModelSection(*form, this);
    m_loras = new LoraSection(*form, this);
    m_scope = new SegmentedControl(form);
    m_scope->setFillsWidth(true);
    m_scope->setItems({tr("All images"), tr("This image only")},
                      {tr("Quality and output below are for every image without its own"),
                       tr("Quality and output below are for this image alone (Ctrl+I)")});
    m_scope->setAccessibleName(tr("Settings of"));
    form->addSection(tr("Settings of"));
    form->addWide(m_scope);
    m_quality = new QualitySection(*form, this);
    m_condition = new ConditionSection(*form, this);
    m_input = new InputSection(*form, this);
    m_output = new OutputSection(*form, this);
    form->addStretch();
    auto* scroll = new QScrollArea(this);
    scroll->setObjectName(QStringLiteral("panelScroll"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(form);
    scroll->setMinimumWidth(form->minimumSizeHint().width());
    auto* messageRow = new QHBoxLayout;
    messageRow->setContentsMargins(12, 0, 12, 8);
    messageRow->addWidget(m_message);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(scroll, 1);
    column->addLayout(messageRow);
    m_stale =
        makeLabel(tr("Out of date: the settings have changed since this was made."), "hint", this);
    m_stale->setWordWrap(true);
    m_stale->setContentsMargins(12, 6, 12, 6);
    m_stale->hide();
    column->addWidget(m_stale);
    column->addWidget(makeFooter());

    connect(m_model, &ModelSection::folderChosen, this, &SettingsPanel::modelChosen);
    connect(m_model, &ModelSection::browseAsked, this, [this] {
        m_model->setFolders(m_settings.modelFolder, m_settings.recentModels);
        emit browseModelAsked();
    });
    connect(m_loras, &LoraSection::edited, this, &SettingsPanel::edited);
    connect(m_loras, &LoraSection::browseAsked, this, &SettingsPanel::browseLoraAsked);
    connect(m_scope, &SegmentedControl::chosen, this,
            [this](int index) { emit ownAsked(index == 1); });
    connect(m_quality, &QualitySection::edited, this, &SettingsPanel::edited);
    connect(m_condition, &ConditionSection::edited, this, &SettingsPanel::edited);
    connect(m_input, &InputSection::edited, this, &SettingsPanel::inputEdited);
    connect(m_output, &OutputSection::edited, this, &SettingsPanel::edited);
    connect(m_output, &OutputSection::browseAsked, this, &SettingsPanel::browseOutputAsked);
    setSettings({});
}

QWidget* SettingsPanel::makeFooter() {
    auto* footer = new QFrame(this);
    footer->setObjectName(QStringLiteral("panelFooter"));
    footer->setFixedHeight(54);
    m_copy = new QPushButton(tr("Copy command"), footer);
    m_copy->setToolTip(tr("Copy the command line that does the same (Ctrl+Shift+C)"));
    m_run = new QPushButton(footer);
    m_save = new QPushButton(tr("Save"), footer);
    m_save->setProperty("role", QStringLiteral("primary"));
    m_save->setToolTip(tr("Write this image's files (Ctrl+S)"));
    // A click leaves the focus where it is: a button that is then switched off would hand it on.
    for (QPushButton* button : {m_copy, m_run, m_save})
        button->setFocusPolicy(Qt::TabFocus);
    connect(m_copy, &QPushButton::clicked, this, &SettingsPanel::copyAsked);
    connect(m_run, &QPushButton::clicked, this,
            [this] { m_runFinishes ? emit finishAsked() : emit runAsked(); });
    connect(m_save, &QPushButton::clicked, this, &SettingsPanel::saveAsked);
    auto* row = new QHBoxLayout(footer);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(8);
    row->addWidget(m_copy);
    row->addStretch(1);
    row->addWidget(m_run);
    row->addWidget(m_save);
    return footer;
}

void SettingsPanel::setSettings(const InferSettings& settings) {
    m_settings = settings;
    m_isOwnShown = false;
    m_ownShown = 0;
    m_model->setFolders(settings.modelFolder, settings.recentModels);
    m_loras->setLoras(settings.loras);
    m_quality->setSettings(settings);
    m_condition->setSettings(settings);
    m_output->setChoice(settings.output);
}

InferSettings SettingsPanel::settings() const {
    InferSettings settings = m_settings;
    m_quality->fill(settings);
    m_condition->fill(settings);
    settings.loras = m_loras->loras();
    settings.output = m_output->choice();
    return settings;
}

InferSettings SettingsPanel::settingsOfAll() const {
    if (!m_isOwnShown)
        return settings();
    InferSettings all = m_settings;
    all.loras = m_loras->loras(); // which are never one image's own
    return all;
}

void SettingsPanel::showScope(const QueueItem* item) {
    const bool isOwn = item != nullptr && item->own;
    const QueueItemId own = isOwn ? item->id : 0;
    m_scope->setItemEnabled(1, item != nullptr);
    m_scope->setCurrent(isOwn ? 1 : 0);
    if (own == m_ownShown)
        return;
    if (!m_isOwnShown)
        m_settings = settings(); // the sections are about to show something else
    m_isOwnShown = isOwn;
    m_ownShown = own;
    const InferSettings& shown = isOwn ? *item->own : m_settings;
    m_quality->setSettings(shown);
    m_condition->setSettings(shown);
    m_output->setChoice(shown.output);
}

void SettingsPanel::setModelFolder(const QString& folder) {
    m_settings.modelFolder = folder;
    m_settings.recentModels.removeAll(folder);
    m_settings.recentModels.prepend(folder);
    m_settings.recentModels = m_settings.recentModels.mid(0, kMostRecent);
    m_model->setFolders(folder, m_settings.recentModels);
}

void SettingsPanel::setUsable(const QString& folder, bool isUsable) {
    if (m_model->setUsable(folder, isUsable))
        m_model->setFolders(m_settings.modelFolder, m_settings.recentModels);
}

void SettingsPanel::setOutputFolder(const QString& folder) {
    OutputChoice choice = m_output->choice();
    choice.folder = folder;
    m_output->setChoice(choice);
    emit edited();
}

void SettingsPanel::showRunButton(const QueueItem* item) {
    const bool isRunning = item != nullptr && item->state == QueueState::Running;
    const bool isBusy = isRunning || (item != nullptr && item->state == QueueState::Waiting);
    m_runFinishes = isRunning && item->members > 1;
    m_run->setText(m_runFinishes ? tr("Finish now") : tr("Run again"));
    m_run->setToolTip(m_runFinishes ? tr("End the ensemble with the members that are done (Ctrl+E)")
                                    : tr("Run this image with the settings above (Ctrl+R)"));
    m_run->setEnabled(m_runFinishes ||
                      (item != nullptr && !isBusy && !m_settings.modelFolder.isEmpty()));
}

void SettingsPanel::setItem(const QueueItem* item, const QStringList& outputNames) {
    showScope(item);
    m_input->setItem(item);
    m_output->setNames(outputNames);
    m_copy->setEnabled(item != nullptr && !m_settings.modelFolder.isEmpty());
    showRunButton(item);
    m_save->setEnabled(item != nullptr && item->result != nullptr && !item->isSequence());
    const bool isStale = item != nullptr && item->isStale && item->state != QueueState::Waiting &&
                         item->state != QueueState::Running;
    m_stale->setVisible(isStale);
    setRole(m_run, isStale ? "primary" : "");
    setRole(m_save, isStale ? "" : "primary");
}

} // namespace unlit::ui
