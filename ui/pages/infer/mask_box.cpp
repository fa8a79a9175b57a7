#include "ui/pages/infer/mask_box.h"

#include "core/session/infer/output_names.h"
#include "ui/kit/text.h"

#include <QFileDialog>

#include <algorithm>

namespace unlit::ui {

namespace {

enum class Row { None, Layer, File, Ask };

constexpr int kRowRole = Qt::UserRole;
constexpr int kNameRole = Qt::UserRole + 1;

} // namespace

std::string maskPattern(const QueueItem& item, const std::filesystem::path& mask) {
    if (!item.isSequence())
        return mask.string();
    const std::filesystem::path& first = item.frames.front().path;
    const std::string name = mask.filename().string();
    for (const std::string field : {"{stem}", "{frame}"}) {
        const std::string own = expandInputFields(first, field);
        const std::size_t at = own.empty() ? std::string::npos : name.rfind(own);
        if (at == std::string::npos)
            continue;
        const std::string pattern = name.substr(0, at) + field + name.substr(at + own.size());
        return (mask.parent_path() / pattern).string();
    }
    return mask.string(); // one for all frames
}

MaskBox::MaskBox(QWidget* parent)
    : QComboBox(parent), m_ask([this](const QString& folder) {
          return QFileDialog::getOpenFileName(this, tr("A picture that is black without light"),
                                              folder);
      }) {
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(8);
    connect(this, &QComboBox::activated, this, &MaskBox::choose);
    setItem(nullptr);
}

void MaskBox::setItem(const QueueItem* item) {
    m_item = {};
    m_mask.clear();
    m_maskLayer.clear();
    if (item != nullptr) {
        m_item.id = item->id;
        m_item.path = item->path;
        m_item.frames = item->frames;
        m_item.layer = item->layer;
        m_item.maskLayers = item->maskLayers;
        m_mask = item->input.mask;
        m_maskLayer = item->input.maskLayer;
    }
    setEnabled(item != nullptr);
    showItem();
}

void MaskBox::showItem() {
    clear();
    const auto add = [this](const QString& text, Row row, const QString& name = {}) {
        addItem(text);
        setItemData(count() - 1, static_cast<int>(row), kRowRole);
        setItemData(count() - 1, name, kNameRole);
    };
    add(tr("None"), Row::None);
    QStringList layers = m_item.maskLayers;
    const QString chosenLayer = toQString(m_maskLayer);
    if (!chosenLayer.isEmpty() && !layers.contains(chosenLayer))
        layers += chosenLayer; // not read yet, or no longer there: the run will say so
    for (const QString& layer : layers)
        if (layer != m_item.layer && !layer.isEmpty())
            add(tr("Layer %1").arg(layer), Row::Layer, layer);
    if (!m_mask.empty()) {
        add(toQString(std::filesystem::path(m_mask).filename()), Row::File, toQString(m_mask));
        setItemData(count() - 1, toQString(m_mask), Qt::ToolTipRole);
    }
    add(tr("Picture…"), Row::Ask);
    int current = 0;
    for (int i = 0; i < count(); ++i) {
        const auto row = static_cast<Row>(itemData(i, kRowRole).toInt());
        if ((row == Row::Layer && itemData(i, kNameRole).toString() == chosenLayer) ||
            row == Row::File)
            current = i;
    }
    setCurrentIndex(current);
}

void MaskBox::choose(int index) {
    const auto row = static_cast<Row>(itemData(index, kRowRole).toInt());
    const QString name = itemData(index, kNameRole).toString();
    if (row == Row::Ask) {
        const QString file = m_ask(toQString(m_item.path.parent_path()));
        if (file.isEmpty()) {
            showItem();
            return;
        }
        m_mask = maskPattern(m_item, toPath(file));
        m_maskLayer.clear();
    } else {
        m_mask = row == Row::File ? m_mask : std::string();
        m_maskLayer = row == Row::Layer ? name.toStdString() : std::string();
    }
    showItem();
    emit maskEdited();
}

void MaskBox::addTo(InputOptions& input) const {
    input.mask = m_mask;
    input.maskLayer = m_maskLayer;
}

} // namespace unlit::ui
