#include "ui/pages/input_section.h"

#include "ui/bridge/text.h"
#include "ui/widgets/form_column.h"

#include <QSignalBlocker>

#include <array>
#include <utility>

namespace unlit::ui {

namespace {

constexpr int kAutoSpace = -1;

/// The words of the list of spaces; also what "as the file says" is explained with.
const std::array kSpaces = {
    std::pair{ColorSpace::Srgb, QT_TRANSLATE_NOOP("InputSection", "sRGB")},
    std::pair{ColorSpace::Gamma22, QT_TRANSLATE_NOOP("InputSection", "Gamma 2.2")},
    std::pair{ColorSpace::Linear, QT_TRANSLATE_NOOP("InputSection", "Linear Rec.709")},
    std::pair{ColorSpace::AcesCg, QT_TRANSLATE_NOOP("InputSection", "ACEScg")},
    std::pair{ColorSpace::Raw, QT_TRANSLATE_NOOP("InputSection", "Raw values")},
};

QString automaticText(std::optional<ColorSpace> fileSpace) {
    for (const auto& [space, name] : kSpaces)
        if (fileSpace == space)
            return InputSection::tr("Auto: %1").arg(InputSection::tr(name));
    return InputSection::tr("As the file says");
}

/// "ViewLayer.DiffCol (albedo)": the role as the table of layers has it.
QString layerText(const LayerInfo& layer, bool isAlone) {
    QString name = toQString(layer.name);
    if (name.isEmpty())
        name = isAlone ? InputSection::tr("The only one") : InputSection::tr("Unnamed");
    switch (layer.role) {
    case LayerRole::Beauty:
        return InputSection::tr("%1 (beauty)").arg(name);
    case LayerRole::Albedo:
        return InputSection::tr("%1 (albedo)").arg(name);
    case LayerRole::Lit:
        return InputSection::tr("%1 (lit)").arg(name);
    default:
        return name;
    }
}

} // namespace

InputSection::InputSection(FormColumn& form, QObject* parent)
    : QObject(parent), m_layer(new QComboBox(&form)), m_space(new QComboBox(&form)),
      m_exposure(new ExposureBox(&form)) {
    form.addSection(tr("Input"));
    for (QComboBox* box : {m_layer, m_space}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(8);
    }
    form.addRow(tr("Layer"), m_layer, tr("Which layer of the file is the picture with its light"));
    m_space->addItem(automaticText({}), kAutoSpace);
    for (const auto& [space, name] : kSpaces)
        m_space->addItem(tr(name), static_cast<int>(space));
    form.addRow(tr("Colour"), m_space, tr("Colour space of the file's values"));
    form.addRow(tr("Exposure"), m_exposure,
                tr("Stops (EV) that the network's input is brightened by. Auto: scene-linear "
                   "pictures so that their bright parts are just below white, others not at all"));
    connect(m_layer, &QComboBox::activated, this, [this] { emit edited(options()); });
    connect(m_space, &QComboBox::activated, this, [this] { emit edited(options()); });
    connect(m_exposure, &ExposureBox::exposureEdited, this, [this] { emit edited(options()); });
    setItem(nullptr);
}

void InputSection::setItem(const QueueItem* item) {
    for (QWidget* control : {static_cast<QWidget*>(m_layer), static_cast<QWidget*>(m_space),
                             static_cast<QWidget*>(m_exposure)})
        control->setEnabled(item != nullptr);
    if (item == nullptr) {
        m_layer->clear();
        m_layer->addItem(tr("No image"));
        m_space->setItemText(0, automaticText({}));
        m_space->setCurrentIndex(0);
        m_exposure->setAutomaticEv({});
        m_exposure->setExposure({});
        return;
    }
    showLayers(*item);
    m_space->setItemText(0, automaticText(item->fileSpace));
    const int space = item->input.space ? static_cast<int>(*item->input.space) : kAutoSpace;
    m_space->setCurrentIndex(m_space->findData(space));
    m_space->setToolTip(item->space.isEmpty() ? tr("Colour space of the file's values")
                                              : item->space);
    const bool isAutomatic = item->result && !item->result->request.inputOptions.exposureEv;
    m_exposure->setAutomaticEv(isAutomatic ? std::optional(item->result->exposureEv)
                                           : std::nullopt);
    if (m_exposure->exposure() != item->input.exposureEv)
        m_exposure->setExposure(item->input.exposureEv);
}

void InputSection::showLayers(const QueueItem& item) {
    m_layer->clear();
    const bool isAlone = item.layers.size() == 1;
    for (const LayerInfo& layer : item.layers) {
        m_layer->addItem(layerText(layer, isAlone), toQString(layer.name));
        m_layer->setItemData(m_layer->count() - 1, toQString(layer.note), Qt::ToolTipRole);
    }
    if (m_layer->count() == 0)
        m_layer->addItem(item.layer.isEmpty() ? tr("The only one") : item.layer, item.layer);
    const QString wanted = item.input.layer.empty() ? item.layer : toQString(item.input.layer);
    m_layer->setCurrentIndex(std::max(0, m_layer->findData(wanted)));
    m_layer->setEnabled(m_layer->count() > 1);
}

InputOptions InputSection::options() const {
    InputOptions input;
    input.layer = m_layer->currentData().toString().toStdString();
    if (const int space = m_space->currentData().toInt(); space != kAutoSpace)
        input.space = static_cast<ColorSpace>(space);
    input.exposureEv = m_exposure->exposure();
    return input;
}

} // namespace unlit::ui
