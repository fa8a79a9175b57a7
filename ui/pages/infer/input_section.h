// The part of the settings column about the chosen picture: layer, colour space, exposure, mask.
#pragma once

#include "ui/models/queue_item.h"
#include "ui/pages/infer/network_preview.h"
#include "ui/widgets/exposure_box.h"

#include <QComboBox>
#include <QLabel>
#include <QObject>

#include <memory>
#include <optional>

namespace unlit::ui {

class FormColumn;
class MaskBox;

class InputSection : public QObject {
    Q_OBJECT

public:
    InputSection(FormColumn& form, QObject* parent);

    /// Null: nothing is chosen, the rows are switched off.
    void setItem(const QueueItem* item);
    /// How the model's pictures are encoded, and the stops that scene-linear ones are darker: what
    /// the preview shows, and what is warned of.
    void setModelPictures(ColorSpace transfer, double headroomEv);

    /// The preview is that of the rows.
    bool isSettled() const { return m_maker.isSettled(); }

signals:
    void edited(const unlit::InputOptions& input);

private:
    InputOptions options() const;
    void showLayers(const QueueItem& item);
    void showSpace();
    void askPreview();
    void showPreview(const NetworkPreview& preview);
    void clearPreview();

    QComboBox* m_layer;
    QComboBox* m_space;
    ExposureBox* m_exposure;
    MaskBox* m_mask;
    QLabel* m_reason;
    QLabel* m_preview;
    QLabel* m_previewText;
    ColorSpace m_transfer = ColorSpace::Srgb;
    double m_headroomEv = 0;
    std::optional<ColorSpace> m_fileSpace; // of the item on show
    QString m_fileReason;
    std::shared_ptr<const Image> m_small;
    double m_autoEv = 0;
    PreviewMaker m_maker;
};

} // namespace unlit::ui
