// The part of the settings column about the chosen picture: layer, colour space, exposure.
#pragma once

#include "ui/models/queue_item.h"
#include "ui/widgets/exposure_box.h"

#include <QComboBox>
#include <QObject>

namespace unlit::ui {

class FormColumn;

class InputSection : public QObject {
    Q_OBJECT

public:
    InputSection(FormColumn& form, QObject* parent);

    /// Null: nothing is chosen, the rows are switched off.
    void setItem(const QueueItem* item);

signals:
    void edited(const unlit::InputOptions& input);

private:
    InputOptions options() const;
    void showLayers(const QueueItem& item);

    QComboBox* m_layer;
    QComboBox* m_space;
    ExposureBox* m_exposure;
};

} // namespace unlit::ui
