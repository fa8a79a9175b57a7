#include "ui/pages/models/models_convert.h"

#include "core/base/text.h"
#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QStandardPaths>
#include <QVBoxLayout>

#include <array>
#include <string_view>

namespace unlit::ui {

namespace {

constexpr std::array kTypes = {"float32", "float16", "bfloat16"};
constexpr std::array<std::uint64_t, 3> kBytes = {4, 2, 2};
constexpr std::uint64_t kGigabyte = 1'000'000'000;
constexpr int kFormWidthPx = 620;
constexpr int kFieldNameWidthPx = 120;

} // namespace

std::filesystem::path suggestedOutput(const std::filesystem::path& model, ModelPlace place,
                                      const std::string& dtype) {
    std::string name = model.filename().string();
    if (place == ModelPlace::Hub) { // models--ORGANISATION--NAME/snapshots/HASH
        constexpr std::string_view kRepository = "models--";
        name = model.parent_path().parent_path().filename().string();
        name = name.substr(name.starts_with(kRepository) ? kRepository.size() : 0);
    }
    const std::filesystem::path folder =
        place == ModelPlace::Own
            ? model.parent_path()
            : toPath(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)) /
                  "unlit/models";
    return folder / (name + "-" + dtype);
}

ModelsConvert::ModelsConvert(QWidget* parent)
    : QWidget(parent), m_title(makeLabel({}, "title", this)), m_type(new SegmentedControl(this)),
      m_size(makeLabel({}, "hint", this)), m_fileSize(new QComboBox(this)),
      m_lora(new QLineEdit(this)), m_output(new QLineEdit(this)), m_button(new QPushButton(this)),
      m_progress(new QProgressBar(this)), m_said(makeLabel({}, "label", this)),
      m_hint(makeLabel({}, "hint", this)) {
    m_button->setText(tr("Write model"));
    m_button->setProperty("role", QStringLiteral("primary"));
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress of writing"));
    QLabel* lead = makeLabel(
        tr("Writes a folder that diffusers loads unchanged. The model itself stays as it is; a "
           "UNet that takes the noise first is stored picture first, as diffusers wants it."),
        "lead", this);
    for (QLabel* label : {lead, m_said, m_hint}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_button);
    buttons->addStretch(1);
    auto* block = new QWidget(this);
    block->setMaximumWidth(kFormWidthPx);
    auto* inner = new QVBoxLayout(block);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(10);
    inner->addWidget(m_title);
    inner->addWidget(lead);
    inner->addLayout(makeForm());
    inner->addLayout(buttons);
    inner->addWidget(m_progress);
    inner->addWidget(m_said);
    inner->addWidget(m_hint);
    inner->addStretch(1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(20, 18, 20, 18);
    row->addWidget(block, 1);
    row->addStretch(0);
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_isBusy)
            emit cancelAsked();
        else
            emit writeAsked();
    });
    connect(m_type, &SegmentedControl::chosen, this, [this] {
        suggestOutput();
        updateSize();
    });
    connect(m_output, &QLineEdit::textChanged, this, &ModelsConvert::refresh);
    setModel(nullptr);
}

QWidget* ModelsConvert::withButton(QLineEdit* field, const QString& words,
                                   const std::function<void()>& act) {
    auto* both = new QWidget(this);
    auto* button = new QPushButton(tr("Choose…"), both);
    button->setAccessibleName(words);
    connect(button, &QPushButton::clicked, this, act);
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(field, 1);
    row->addWidget(button);
    return both;
}

QLayout* ModelsConvert::makeForm() {
    m_type->setItems({tr("float32"), tr("float16"), tr("bfloat16")},
                     {tr("4 bytes a number: as most models are trained"),
                      tr("2 bytes a number, fine steps: for values that it can hold"),
                      tr("2 bytes a number, wide range, coarse steps")});
    m_type->setAccessibleName(tr("Type of the stored weights"));
    m_fileSize->addItem(tr("One file for each part"), QVariant::fromValue<qulonglong>(0));
    for (const int gigabytes : {5, 2, 1})
        m_fileSize->addItem(tr("Files of at most %1 GB").arg(gigabytes),
                            QVariant::fromValue<qulonglong>(gigabytes * kGigabyte));
    m_lora->setPlaceholderText(tr("None"));
    m_lora->setClearButtonEnabled(true);
    const auto chooseLora = [this] {
        const QString file = QFileDialog::getOpenFileName(
            this, tr("Low-rank additions"), toQString(m_folder), QStringLiteral("*.safetensors"));
        if (!file.isEmpty())
            m_lora->setText(file);
    };
    const auto chooseOutput = [this] {
        const QString folder = QFileDialog::getExistingDirectory(
            this, tr("Folder to write the model to"), m_output->text().section(u'/', 0, -2));
        if (!folder.isEmpty())
            m_output->setText(folder);
    };
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(8);
    grid->setColumnMinimumWidth(0, kFieldNameWidthPx);
    grid->setColumnStretch(1, 1);
    int line = 0;
    const auto add = [&](const QString& name, QWidget* control, QWidget* focus,
                         const QString& toolTip) {
        QLabel* label = makeLabel(name, "label", this);
        label->setBuddy(focus);
        focus->setAccessibleName(name);
        for (QWidget* widget : {static_cast<QWidget*>(label), focus})
            widget->setToolTip(toolTip);
        grid->addWidget(label, line, 0);
        grid->addWidget(control, line++, 1);
    };
    add(tr("Type"), m_type, m_type, tr("How each weight is stored"));
    grid->addWidget(m_size, line++, 1);
    add(tr("Files"), m_fileSize, m_fileSize,
        tr("Several files with an index, for disks and hosts that take no large ones"));
    add(tr("LoRA"), withButton(m_lora, tr("Choose a LoRA"), chooseLora), m_lora,
        tr("Low-rank additions that are merged into the UNet, as "
           "pytorch_lora_weights.safetensors"));
    add(tr("Write to"), withButton(m_output, tr("Choose the output folder"), chooseOutput),
        m_output, tr("A folder that does not exist yet, or is empty"));
    return grid;
}

void ModelsConvert::setModel(const ModelRow* row) {
    const std::filesystem::path folder = row != nullptr ? row->found.folder : "";
    const bool isSame = !folder.empty() && folder == m_folder;
    m_folder = folder;
    m_isUsable = row != nullptr && row->isUsable();
    m_parameters = row != nullptr ? row->parameters() : 0;
    m_place = row != nullptr ? row->found.place : ModelPlace::Own;
    m_title->setText(row != nullptr ? tr("Convert %1").arg(toQString(row->found.name))
                                    : tr("No model chosen"));
    if (isSame)
        return refresh();
    m_isBusy = false;
    m_lora->clear();
    suggestOutput();
    updateSize();
    if (row != nullptr && row->failure)
        say(sentence(row->failure->message), sentence(row->failure->hint), "bad");
    else
        say({}, {}, "label");
    refresh();
}

/// What was typed stays.
void ModelsConvert::suggestOutput() {
    if (m_output->text() != m_suggested)
        return;
    m_suggested.clear();
    if (!m_folder.empty())
        m_suggested = toQString(suggestedOutput(
            m_folder, m_place, kTypes[static_cast<std::size_t>(m_type->current())]));
    m_output->setText(m_suggested);
}

void ModelsConvert::updateSize() {
    const std::uint64_t bytes = kBytes[static_cast<std::size_t>(m_type->current())];
    m_size->setText(m_parameters > 0
                        ? tr("about %1").arg(toQString(formatBytes(m_parameters * bytes)))
                        : QString());
}

void ModelsConvert::setBlocked(bool isBlocked) {
    m_isBlocked = isBlocked;
    refresh();
}

void ModelsConvert::refresh() {
    m_button->setText(m_isBusy ? tr("Cancel") : tr("Write model"));
    m_button->setEnabled(m_isBusy ||
                         (m_isUsable && !m_isBlocked && !m_output->text().trimmed().isEmpty()));
    m_progress->setVisible(m_isBusy);
    for (QWidget* field : std::initializer_list<QWidget*>{m_type, m_fileSize, m_lora, m_output})
        field->setEnabled(m_isUsable && !m_isBusy);
}

void ModelsConvert::say(const QString& text, const QString& hint, const char* role) {
    setRole(m_said, role);
    m_said->setText(text);
    m_hint->setText(hint);
}

void ModelsConvert::showProgress(double fraction, const QString& what) {
    m_isBusy = true;
    m_progress->setValue(static_cast<int>(1000 * fraction));
    say(tr("%1… %2 %").arg(what).arg(static_cast<int>(100 * fraction)), {}, "label");
    refresh();
}

void ModelsConvert::showDone(const QString& text) {
    m_isBusy = false;
    say(text, {}, "good");
    refresh();
}

void ModelsConvert::showProblem(const QString& text, const QString& hint) {
    m_isBusy = false;
    say(text, hint, "bad");
    refresh();
}

ExportRequest ModelsConvert::request() const {
    ExportRequest request;
    request.model = m_folder;
    if (const auto lora = loraChoiceFrom(toPath(m_lora->text().trimmed()).string()))
        request.loras = {*lora};
    request.output = toPath(m_output->text().trimmed());
    request.dtype = kTypes[static_cast<std::size_t>(m_type->current())];
    request.mostFileBytes = m_fileSize->currentData().toULongLong();
    return request;
}

} // namespace unlit::ui
