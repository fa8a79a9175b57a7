#include "ui/pages/infer/input_section.h"

#include "core/session/infer/color_advice.h"
#include "ui/kit/text.h"
#include "ui/pages/infer/mask_box.h"
#include "ui/widgets/form_column.h"

#include <QPixmap>
#include <QSignalBlocker>

#include <algorithm>
#include <array>
#include <utility>

namespace unlit::ui {

namespace {

constexpr int kAutoSpace = -1;
constexpr int kPreviewWidthPx = 168;
constexpr int kPreviewHeightPx = 84;

/// The words of the list of spaces; also what "as the file says" is explained with.
const std::array kSpaces = {
    std::pair{ColorSpace::Srgb, QT_TRANSLATE_NOOP("unlit::ui::InputSection", "sRGB")},
    std::pair{ColorSpace::Gamma22, QT_TRANSLATE_NOOP("unlit::ui::InputSection", "Gamma 2.2")},
    std::pair{ColorSpace::Linear, QT_TRANSLATE_NOOP("unlit::ui::InputSection", "Linear Rec.709")},
    std::pair{ColorSpace::AcesCg, QT_TRANSLATE_NOOP("unlit::ui::InputSection", "ACEScg")},
    std::pair{ColorSpace::Raw, QT_TRANSLATE_NOOP("unlit::ui::InputSection", "Raw values")},
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
      m_exposure(new ExposureBox(&form)), m_mask(new MaskBox(&form)), m_preview(new QLabel(&form)) {
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
    m_reason = form.addHint(2);
    form.addRow(tr("Exposure"), m_exposure,
                tr("Stops (EV) that the network's input is brightened by. Auto: scene-linear "
                   "pictures so that their bright parts are just below white, others not at all"));
    form.addRow(tr("Mask"), m_mask,
                tr("Where the picture has no light: a layer of its file, or a picture of its size "
                   "that is black there. Those pixels stay as they are and count as unknown"));
    m_preview->setFixedHeight(kPreviewHeightPx);
    m_preview->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    form.addRow(tr("Network sees"), m_preview,
                tr("The picture as the network is shown it: exposed, clipped and encoded"));
    m_previewText = form.addHint();
    connect(m_layer, &QComboBox::activated, this, [this] { emit edited(options()); });
    connect(m_space, &QComboBox::activated, this, [this] { emit edited(options()); });
    connect(m_exposure, &ExposureBox::exposureEdited, this, [this] {
        askPreview(); // at once: the item follows
        emit edited(options());
    });
    connect(m_mask, &MaskBox::maskEdited, this, [this] { emit edited(options()); });
    connect(&m_maker, &PreviewMaker::made, this, &InputSection::showPreview);
    setItem(nullptr);
}

void InputSection::setItem(const QueueItem* item) {
    for (QWidget* control : {static_cast<QWidget*>(m_layer), static_cast<QWidget*>(m_space),
                             static_cast<QWidget*>(m_exposure)})
        control->setEnabled(item != nullptr);
    m_mask->setItem(item);
    if (item == nullptr) {
        m_layer->clear();
        m_layer->addItem(tr("No image"));
        m_space->setItemText(0, automaticText({}));
        m_space->setCurrentIndex(0);
        m_exposure->setAutomaticEv({});
        m_exposure->setExposure({});
        m_fileSpace.reset();
        m_fileReason.clear();
        m_small.reset();
        showSpace();
        askPreview();
        return;
    }
    showLayers(*item);
    m_space->setItemText(0, automaticText(item->fileSpace));
    const int space = item->input.space ? static_cast<int>(*item->input.space) : kAutoSpace;
    m_space->setCurrentIndex(m_space->findData(space));
    m_space->setToolTip(item->space.isEmpty() ? tr("Colour space of the file's values")
                                              : item->space);
    const bool isAutomatic = item->result && !item->result->request.inputOptions.exposureEv;
    m_autoEv = isAutomatic ? item->result->exposureEv : item->autoEv;
    const bool isKnown = isAutomatic || item->small != nullptr;
    m_exposure->setAutomaticEv(isKnown ? std::optional(m_autoEv) : std::nullopt);
    if (m_exposure->exposure() != item->input.exposureEv)
        m_exposure->setExposure(item->input.exposureEv);
    m_fileSpace = item->fileSpace;
    m_fileReason = item->space;
    if (m_small != item->small)
        clearPreview(); // that of another picture
    m_small = item->small;
    showSpace();
    askPreview();
}

void InputSection::setModelPictures(ColorSpace transfer, double headroomEv) {
    m_transfer = transfer;
    m_headroomEv = headroomEv;
    showSpace();
    askPreview();
}

void InputSection::showSpace() {
    const InputOptions chosen = options();
    const std::string advice =
        m_fileSpace ? colorAdvice({*m_fileSpace, chosen.space, m_transfer}) : std::string();
    setRole(m_reason, advice.empty() ? "hint" : "bad");
    if (!advice.empty())
        m_reason->setText(sentence(advice));
    else
        m_reason->setText(chosen.space ? tr("Chosen here.") : sentence(m_fileReason.toStdString()));
}

void InputSection::askPreview() {
    if (!m_small) {
        m_maker.forget();
        clearPreview();
        return;
    }
    const ColorSpace space = options().space.value_or(m_small->space);
    const bool isScene = space == ColorSpace::Linear || space == ColorSpace::AcesCg;
    // The whole picture's automatic exposure, not that of its small copy.
    const double ev =
        m_exposure->exposure().value_or(isScene ? m_autoEv : 0.0) - (isScene ? m_headroomEv : 0.0);
    const QSize box = QSize(kPreviewWidthPx, kPreviewHeightPx) * m_preview->devicePixelRatioF();
    m_maker.ask({m_small, space, m_transfer, ev, box});
}

void InputSection::showPreview(const NetworkPreview& preview) {
    QPixmap picture = QPixmap::fromImage(preview.picture);
    picture.setDevicePixelRatio(m_preview->devicePixelRatioF());
    m_preview->setPixmap(picture);
    const double percent = 100.0 * preview.atWhite;
    m_previewText->setText(percent < 0.05 ? tr("Nothing is clipped.")
                                          : tr("%1 % at white").arg(percent, 0, 'f', 1));
}

void InputSection::clearPreview() {
    m_preview->clear();
    m_previewText->clear();
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
    m_mask->addTo(input);
    return input;
}

} // namespace unlit::ui
