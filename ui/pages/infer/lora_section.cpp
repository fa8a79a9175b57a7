#include "ui/pages/infer/lora_section.h"

#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kSliderSteps = 200; // hundredths: from nothing to twice the strength
constexpr int kNameWidthPx = 104; // as the other labels' column

/// Files have the same few names, which say nothing: the folder then does.
QString loraName(const std::filesystem::path& file) {
    const std::string stem = file.stem().string();
    const bool saysNothing = stem == "pytorch_lora_weights" || stem == "adapter_model";
    return toQString(saysNothing ? file.parent_path().filename() : file.stem());
}

QLabel* makeName(const std::filesystem::path& file, QWidget* parent) {
    QLabel* name = makeLabel({}, "label", parent);
    const QString whole = loraName(file);
    name->setText(name->fontMetrics().elidedText(whole, Qt::ElideMiddle, kNameWidthPx));
    name->setFixedWidth(kNameWidthPx);
    name->setToolTip(toQString(file));
    name->setAccessibleName(whole);
    return name;
}

QDoubleSpinBox* makeNumber(double scale, const QString& name, QWidget* parent) {
    auto* number = new QDoubleSpinBox(parent);
    number->setObjectName(QStringLiteral("loraNumber"));
    number->setRange(-kMostLoraScale, kMostLoraScale);
    number->setDecimals(2);
    number->setSingleStep(0.05);
    number->setValue(scale);
    number->setKeyboardTracking(false); // half of a number is no scale
    number->setAccessibleName(LoraSection::tr("Strength of %1").arg(name));
    number->setToolTip(LoraSection::tr("How much of it: 1 is the strength that the file says, 0 is "
                                       "none, below 0 the opposite"));
    return number;
}

QSlider* makeSlider(double scale, const QString& name, QWidget* parent) {
    auto* slider = new QSlider(Qt::Horizontal, parent);
    slider->setObjectName(QStringLiteral("loraSlider"));
    slider->setRange(0, kSliderSteps);
    slider->setPageStep(10);
    slider->setValue(static_cast<int>(std::lround(100 * scale)));
    slider->setTracking(false); // each change makes results out of date: once, at the end
    slider->setMinimumWidth(40);
    slider->setAccessibleName(LoraSection::tr("Strength of %1, slider").arg(name));
    return slider;
}

} // namespace

LoraSection::LoraSection(FormColumn& form, QObject* parent)
    : QObject(parent), m_rows(new QWidget(&form)), m_column(new QVBoxLayout(m_rows)),
      m_add(new QPushButton(tr("Add LoRA…"), &form)) {
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(4);
    m_add->setFocusPolicy(Qt::TabFocus);
    form.addWide(m_rows);
    form.addRow(tr("LoRA"), m_add,
                tr("Low-rank additions to the model: a safetensors file of unlit train, diffusers, "
                   "peft or kohya's scripts. Several add up"));
    connect(m_add, &QPushButton::clicked, this, &LoraSection::browseAsked);
    rebuild();
}

void LoraSection::setLoras(const LoraChoices& loras) {
    if (loras == m_loras)
        return;
    m_loras = loras;
    rebuild();
}

void LoraSection::add(const std::filesystem::path& file) {
    const auto isFile = [&](const LoraChoice& lora) { return lora.file == file; };
    if (std::ranges::any_of(m_loras, isFile))
        return;
    m_loras.push_back({file, 1});
    rebuild();
    emit edited();
}

void LoraSection::rebuild() {
    while (QLayoutItem* item = m_column->takeAt(0)) {
        item->widget()->deleteLater(); // the button that was pressed may stand in it
        item->widget()->hide();
        delete item;
    }
    for (std::size_t i = 0; i < m_loras.size(); ++i)
        m_column->addWidget(makeRow(i));
    m_rows->setVisible(!m_loras.empty());
}

QWidget* LoraSection::makeRow(std::size_t index) {
    const LoraChoice& lora = m_loras[index];
    auto* row = new QWidget(m_rows);
    const QString name = loraName(lora.file);
    auto* slider = makeSlider(lora.scale, name, row);
    auto* number = makeNumber(lora.scale, name, row);
    for (QWidget* control : std::initializer_list<QWidget*>{slider, number})
        m_wheel.watch(control);
    auto* remove = new QToolButton(row);
    remove->setObjectName(QStringLiteral("removeLora"));
    remove->setText(QStringLiteral("×"));
    remove->setAutoRaise(true);
    remove->setAccessibleName(tr("Take out %1").arg(name));
    remove->setToolTip(tr("Do without it"));
    connect(slider, &QSlider::sliderMoved, number, [number](int value) {
        const QSignalBlocker quiet(number);
        number->setValue(value / 100.0);
    });
    connect(slider, &QSlider::valueChanged, this, [this, index, number](int value) {
        const QSignalBlocker quiet(number);
        number->setValue(value / 100.0);
        setScale(index, value / 100.0);
    });
    connect(number, &QDoubleSpinBox::valueChanged, this, [this, index, slider](double value) {
        const QSignalBlocker quiet(slider);
        slider->setValue(static_cast<int>(std::lround(100 * value)));
        setScale(index, value);
    });
    connect(remove, &QToolButton::clicked, this, [this, index] {
        m_loras.erase(m_loras.begin() + static_cast<std::ptrdiff_t>(index));
        rebuild();
        emit edited();
    });
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(6);
    line->addWidget(makeName(lora.file, row), 0);
    line->addWidget(slider, 1);
    line->addWidget(number);
    line->addWidget(remove);
    return row;
}

void LoraSection::setScale(std::size_t index, double scale) {
    if (m_loras[index].scale == scale)
        return;
    m_loras[index].scale = scale;
    emit edited();
}

} // namespace unlit::ui
