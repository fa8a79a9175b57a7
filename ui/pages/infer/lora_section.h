// The rows of the settings column that name low-rank additions to the model, and how much of each.
#pragma once

#include "core/session/infer/inference_types.h"
#include "ui/widgets/wheel_guard.h"

#include <QLabel>
#include <QObject>
#include <QPushButton>
#include <QWidget>

#include <filesystem>

class QVBoxLayout;

namespace unlit::ui {

class FormColumn;

/// One row for each: its name, a slider from none to twice its strength, and the number itself,
/// which may be anything that `unlit infer --lora FILE:SCALE` takes. Whether a file is a LoRA, and
/// fits the model, is known when the next picture runs. GUI thread.
class LoraSection : public QObject {
    Q_OBJECT

public:
    LoraSection(FormColumn& form, QObject* parent);

    /// Without a signal.
    void setLoras(const LoraChoices& loras);

    const LoraChoices& loras() const { return m_loras; }

    /// One that is there already stays as it is.
    void add(const std::filesystem::path& file);

signals:
    void edited();
    void browseAsked();

private:
    void rebuild();
    QWidget* makeRow(std::size_t index);
    void setScale(std::size_t index, double scale);

    LoraChoices m_loras;
    WheelGuard m_wheel;
    QWidget* m_rows;
    QVBoxLayout* m_column;
    QPushButton* m_add;
};

} // namespace unlit::ui
