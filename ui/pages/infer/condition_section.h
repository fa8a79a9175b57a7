// The rows of the settings column that say what a model is told beside the picture.
#pragma once

#include "ui/settings/infer_settings.h"

#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QObject>
#include <QSpinBox>

namespace unlit::ui {

class FormColumn;

/// On show for models that were trained with classes or texts, and for no others. GUI thread.
class ConditionSection : public QObject {
    Q_OBJECT

public:
    ConditionSection(FormColumn& form, QObject* parent);

    /// Without a signal.
    void setSettings(const InferSettings& settings);
    /// What the chosen model knows; the rest stays as it was set.
    void fill(InferSettings& settings) const;

    void setModel(const ModelQuality& model);

signals:
    void edited();

private:
    void take();
    void showModel();
    void showWhetherToldAnything();

    ModelQuality m_model;
    ConditionOptions m_condition;
    bool m_isShowing = false;
    FormColumn* m_ofClasses; ///< the row of one kind or the other, with its heading
    FormColumn* m_ofTexts;
    FormColumn* m_ofBoth;
    QSpinBox* m_class;
    QLineEdit* m_prompt;
    QDoubleSpinBox* m_guidance;
};

} // namespace unlit::ui
